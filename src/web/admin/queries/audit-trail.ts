import { useInfiniteQuery } from '@tanstack/react-query';
import { startOfDay } from '#core/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { pageByPage, pageSize } from '#web/admin/client/paged-list.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
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
          from: startOfDay(from, siteInfo.timeZone) ?? undefined,
          // Include all of the last day.
          to: startOfDay(dayAfter(to), siteInfo.timeZone) ?? undefined,
        },
        next: pageParam,
        signal,
      }),
    ...pageByPage,
  });
}

/** The day after a day; an empty text for a text that is not a day. */
function dayAfter(day: string): string {
  const moment = new Date(`${day}T00:00Z`);
  if (Number.isNaN(moment.getTime())) return '';
  moment.setUTCDate(moment.getUTCDate() + 1);
  return moment.toISOString().slice(0, 10);
}
