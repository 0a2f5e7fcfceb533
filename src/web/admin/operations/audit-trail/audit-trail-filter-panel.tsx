import { NativeSelect } from '@mantine/core';
import { auditKinds, describeAction, describeActor } from '#core/audit.ts';
import { periodOf } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { FilterDays } from '#web/admin/ui/filter-days.tsx';
import { FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { FilterText } from '#web/admin/ui/filter-text.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';

/** Filters of the audit trail; an empty text filters nothing. */
interface AuditFilters {
  actor: string;
  action: string;
  subjectId: string;
  /** First and last day, as `yyyy-mm-dd`. */
  from: string;
  to: string;
}

/** Removes every filter from the address. */
export const noAuditFilters = { actor: null, action: null, id: null, from: null, to: null };

/** The filters from the address. */
export function readAuditFilters(query: URLSearchParams): AuditFilters {
  return {
    actor: query.get('actor') ?? '',
    action: query.get('action') ?? '',
    subjectId: query.get('id') ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  };
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

const kinds = [
  { value: '', label: 'Everything' },
  ...Object.entries(auditKinds).map(([kind, { group }]) => ({ value: `${kind}.`, label: group })),
];

export function AuditFilterPanel() {
  const { query, set } = useQueryState();
  const { actor, action, subjectId, from, to } = readAuditFilters(query);
  const people = useEndpoint(endpoints.listAuditActors);
  const actors = [
    { value: '', label: 'Everyone' },
    ...(people.data ?? []).map(({ id, name }) => ({ value: `user:${id}`, label: name })),
    { value: 'visitor', label: 'Visitors' },
    siteInfo.payments === 'stripe'
      ? { value: 'provider:stripe', label: 'Stripe' }
      : { value: 'provider:test', label: 'Test payments' },
    { value: 'system', label: 'The system' },
  ];
  return (
    <FilterPanel>
      <NativeSelect
        label="Who"
        value={actor}
        data={withChosen(actors, actor, describeActor(actor))}
        onChange={(event) => set({ actor: event.currentTarget.value })}
      />
      <NativeSelect
        label="What"
        value={action}
        data={withChosen(kinds, action, describeAction(action))}
        onChange={(event) => set({ action: event.currentTarget.value })}
      />
      <FilterDays from={from} to={to} onChange={set} />
      <FilterText label="ID" value={subjectId} onChange={(text) => set({ id: text })} />
    </FilterPanel>
  );
}

/** A link may select what the list does not offer: a deleted user, or a single kind of action. */
function withChosen(data: { value: string; label: string }[], value: string, label: string) {
  return data.some((option) => option.value === value) ? data : [...data, { value, label }];
}
