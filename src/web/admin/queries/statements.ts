import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MailingInput, StatementMailing } from '#contract/giving/statements.ts';
import type { DonorId, StatementMailingId } from '#contract/ids.ts';
import { countOf } from '#core/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { saveFile } from '#web/client/save-file.ts';
import { notifySuccess } from '#web/ui/notify.ts';

const key = ['statement-mailings'];
const listKey = [...key, 'list'];

/** First and last day, as `yyyy-mm-dd`. */
interface Period {
  from: string;
  to: string;
}

/** Whether some of it is still to be queued. */
export function isOpen({ stoppedAt, total, queued, leftOut }: StatementMailing): boolean {
  return stoppedAt === null && queued + leftOut < total;
}

/** What was mailed; looked at again every few seconds while one of them leaves. */
export function useStatementMailings() {
  return usePagedList({
    queryKey: listKey,
    load: (page) => callPage(endpoints.listStatementMailings, { query: {}, ...page }),
    refetchInterval: (mailings) => (mailings.some(isOpen) ? 5_000 : false),
  });
}

/** Who would get a statement; requested only for days that can be a period. Never cached, because others email, too. */
export function useStatementsPreview(period: Period) {
  const { from, to } = period;
  return useQuery({
    queryKey: [...key, 'preview', from, to],
    queryFn: ({ signal }) => call(endpoints.previewStatements, { query: period, signal }),
    // Also a year that is not typed to its end is a day.
    enabled: from >= '2000-01-01' && from <= to && /^\d{4}-/.test(to),
    gcTime: 0,
  });
}

/** Mails everybody who gave in a period their statement. */
export function useMailStatements() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { body: MailingInput; idempotencyKey: string }) =>
      call(endpoints.mailStatements, request),
    onSuccess: ({ total }) =>
      notifySuccess(`Statements are on their way to ${countOf(total, 'donor')}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

export function useStopStatements() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: StatementMailingId) =>
      call(endpoints.stopStatementMailing, { params: { id } }),
    onSuccess: ({ queued, total }) =>
      notifySuccess(`Stopped. ${queued} of ${total} statements were in the queue already.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}

/** Saves the statement of one donor. */
export function useSaveStatement(id: DonorId) {
  return useMutation({
    mutationFn: (query: Period) => call(endpoints.getDonorStatement, { params: { id }, query }),
    onSuccess: saveFile,
  });
}
