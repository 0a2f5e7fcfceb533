import { useQuery } from '@tanstack/react-query';
import { periodOf } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';

/** Filters of the audit trail; an empty text filters nothing. */
export interface AuditFilters {
  actor: string;
  action: string;
  subjectId: string;
  /** First and last day, as `yyyy-mm-dd`. */
  from: string;
  to: string;
}

/** The same as the parameters of the call, which an export takes, too. */
export function auditQuery({ actor, action, subjectId, from, to }: AuditFilters) {
  return {
    actor: actor || undefined,
    action: action || undefined,
    subjectId: subjectId || undefined,
    ...periodOf(from, to),
  };
}

export function useAuditTrail(filters: AuditFilters) {
  const query = auditQuery(filters);
  return usePagedList({
    queryKey: ['audit', query],
    load: (page) => callPage(endpoints.listAudit, { query, ...page }),
  });
}

export function useAuditActors() {
  return useQuery({
    queryKey: ['audit-actors'],
    queryFn: ({ signal }) => call(endpoints.listAuditActors, { signal }),
  });
}
