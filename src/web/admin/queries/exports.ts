import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportId } from '#contract/ids.ts';
import { exportFilePath } from '#contract/operations/export-path.ts';
import type { ExportItem } from '#contract/operations/exports.ts';
import type { ExportFormat, ExportListName } from '#core/export-lists.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const listKey = ['exports', 'list'];

/** The parameters of the call that lists the same; those that are undefined filter nothing. */
export type ExportQuery = Record<string, string | undefined>;

/** One's own exports of the last days; refetched while a job is making one. */
export function useExports() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(endpoints.listExports, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: of }) => of === 'waiting') ? 3_000 : false,
  });
}

/** What an export would contain; requested only while `isWanted`. Never cached, because rows are added all the time. */
export function useExportPreview(list: ExportListName, query: ExportQuery, isWanted: boolean) {
  const filter = filterOf(query);
  return useQuery({
    queryKey: ['exports', 'preview', list, filter],
    queryFn: ({ signal }) => call(endpoints.previewExport, { query: { list, filter }, signal }),
    enabled: isWanted,
    gcTime: 0,
  });
}

/** Exports a list: a small one is downloaded right away. */
export function useCreateExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ query, ...what }: CreateInput) =>
      call(endpoints.createExport, { body: { ...what, filter: filterOf(query) } }),
    onSuccess: (made) => {
      if (made.state === 'open') saveFile(made.id);
      else notifySuccess('We are making the export and email you a link to it');
      return queryClient.invalidateQueries({ queryKey: listKey });
    },
  });
}

interface CreateInput {
  list: ExportListName;
  format: ExportFormat;
  query: ExportQuery;
}

/** Downloads an export that is stored. */
export function useDownloadExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<ExportItem, 'id'>) => call(endpoints.openExport, { params: { id } }),
    onSuccess: ({ id }) => saveFile(id),
    // Also after a refusal, which means that the screen was out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

function filterOf(query: ExportQuery): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

/** As if somebody had clicked on a link to it: the browser saves it while it arrives. */
function saveFile(id: ExportId): void {
  const link = document.createElement('a');
  link.href = exportFilePath(id);
  link.download = '';
  link.click();
}
