import { useInfiniteQuery } from '@tanstack/react-query';
import { callPage } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/client/paged-list.ts';

/** What the audit trail is limited to; an empty text limits nothing. */
export interface AuditFilters {
  actor: string;
  action: string;
  subjectId: string;
  /** First and last day, as `yyyy-mm-dd`. */
  from: string;
  to: string;
}

export function useAuditTrail({ actor, action, subjectId, from, to }: AuditFilters) {
  return useInfiniteQuery({
    queryKey: ['audit', { actor, action, subjectId, from, to }],
    queryFn: ({ pageParam, signal }) =>
      callPage(endpoints.listAudit, {
        query: {
          limit: pageSize,
          actor: actor || undefined,
          action: action || undefined,
          subjectId: subjectId || undefined,
          from: startOfDay(from, 0),
          // The last day counts whole.
          to: startOfDay(to, 1),
        },
        next: pageParam,
        signal,
      }),
    ...pageByPage,
  });
}

/** When a day begins where the administrator is, some days later; nothing for a text that is no day. */
function startOfDay(day: string, daysLater: number): string | undefined {
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
