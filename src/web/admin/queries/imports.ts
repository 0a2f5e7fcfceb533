import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestOf } from '#contract/endpoint.ts';
import type { ImportId } from '#contract/ids.ts';
import type * as contract from '#contract/operations/imports.ts';
import type { ImportDraft } from '#contract/operations/imports.ts';
import { busyImportStates } from '#core/imports.ts';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { useRefreshMoney } from '#web/admin/queries/money.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

/** Imports of donations, newest first. */
export function useImports() {
  return usePagedList({
    queryKey: ['imports', 'list'],
    load: (page) => callPage(endpoints.listImports, { query: {}, ...page }),
  });
}

/** One import; refetched while a job is at work on it. */
export function useImport(id: ImportId) {
  return useQuery({
    queryKey: ['imports', 'detail', id],
    queryFn: ({ signal }) => call(endpoints.getImport, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      busyImportStates.some((busy) => busy === state.data?.state) ? 1_000 : false,
  });
}

type Show = RequestOf<typeof contract.listImportLines>['query']['show'];

/** The lines of an import that was checked, as of one revision of it. */
export function useImportLines(id: ImportId, revision: number, show: Show) {
  return usePagedList({
    queryKey: ['imports', 'lines', id, revision, show],
    load: (page) =>
      callPage(endpoints.listImportLines, {
        params: { id },
        query: { ...(show && { show }) },
        ...page,
      }),
  });
}

/** How the first lines of the file are read with a mapping. */
export function useImportTrial(id: ImportId, mapping: ImportDraft) {
  return useQuery({
    queryKey: ['imports', 'trial', id, mapping],
    queryFn: ({ signal }) =>
      call(endpoints.tryImportMapping, {
        params: { id },
        body: { importMapping: mapping },
        signal,
      }),
    // The fields must not vanish while an answer to a change is on its way.
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

export function useUploadImport() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (file: File) =>
      call(endpoints.uploadImport, { query: { fileName: file.name }, content: file }),
    onSuccess: refresh,
  });
}

export function useCheckImport(id: ImportId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (body: RequestOf<typeof contract.checkImport>['body']) =>
      call(endpoints.checkImport, { params: { id }, body }),
    onSettled: refresh,
  });
}

export function useChooseImportCauses(id: ImportId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (body: RequestOf<typeof contract.chooseImportCauses>['body']) =>
      call(endpoints.chooseImportCauses, { params: { id }, body }),
    onSettled: refresh,
  });
}

export function useBookImport(id: ImportId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ revision, idempotencyKey }: { revision: number; idempotencyKey: string }) =>
      call(endpoints.bookImport, { params: { id }, body: { revision }, idempotencyKey }),
    onSettled: refresh,
  });
}

export function useTakeBackImport(id: ImportId) {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: ({ reason, idempotencyKey }: { reason: string; idempotencyKey: string }) =>
      call(endpoints.takeBackImport, { params: { id }, body: { reason }, idempotencyKey }),
    onSuccess(response) {
      if (!awaitsApproval(response)) notifySuccess('The import is being taken back.');
    },
    onSettled: refresh,
  });
}

export function useDeleteImport() {
  const refresh = useRefreshMoney();
  return useMutation({
    mutationFn: (id: ImportId) => call(endpoints.deleteImport, { params: { id } }),
    onSuccess: refresh,
  });
}
