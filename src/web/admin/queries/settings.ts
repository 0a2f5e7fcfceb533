import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SettingsVersionId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import type { ReceiptSettings } from '#core/receipt-profiles.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { saveFile } from '#web/client/save-file.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** The settings that count. */
export function useSettings() {
  return useQuery({
    queryKey: ['settings', 'current'],
    queryFn: ({ signal }) => call(endpoints.getSettings, { signal }),
  });
}

/** Every version that was saved, newest first. */
export function useSettingsVersions() {
  return usePagedList({
    queryKey: ['settings', 'versions'],
    load: (page) => callPage(endpoints.listSettingsVersions, { query: {}, ...page }),
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['settings'] });
}

/** Saves a sample of a receipt, as these settings would print it. */
export function useSampleReceipt() {
  return useMutation({
    mutationFn: (receipts: ReceiptSettings) =>
      call(endpoints.getSampleReceipt, { body: { receipts } }),
    onSuccess: saveFile,
  });
}

/** After a refusal nothing is loaded anew, so that what was typed stays. */
export function useSaveSettings() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: SavedSettings) => call(endpoints.saveSettings, { body }),
    async onSuccess(response) {
      if (!awaitsApproval(response)) notifySuccess('Settings saved');
      await refresh();
    },
  });
}

export function useRestoreSettings() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, version }: { id: SettingsVersionId; version: number }) =>
      call(endpoints.restoreSettings, { params: { id }, body: { version } }),
    onSuccess(response) {
      if (!awaitsApproval(response)) notifySuccess('The older settings count again');
    },
    onSettled: refresh,
  });
}
