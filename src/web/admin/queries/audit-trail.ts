import { useInfiniteQuery } from '@tanstack/react-query';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/admin/client/paged-list.ts';
import { callPage } from '#web/client/api-client.ts';

/** Filters of the audit trail; an empty text filters nothing. */
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
          // Include all of the last day.
          to: startOfDay(to, 1),
        },
        next: pageParam,
        signal,
      }),
    ...pageByPage,
  });
}

/** When a day starts in the administrator's time zone, some days later; undefined for a text that is not a day. */
function startOfDay(day: string, daysLater: number): string | undefined {
  const moment = new Date(`${day}T00:00`);
  if (Number.isNaN(moment.getTime())) return undefined;
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
