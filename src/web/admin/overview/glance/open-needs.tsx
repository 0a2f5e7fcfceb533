import type { NominationSummary } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { type Columns, figure, ListTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { TextLink } from '#web/admin/ui/text-link.tsx';

/** As many as a board looks at; the list has the others. */
const mostShown = '5';

const columns: Columns<NominationSummary> = [
  {
    header: 'Open Need',
    onPhone: 'title',
    show: ({ id, nominee }) => <PageLink to={paths.manageNomination(id)}>{nominee}</PageLink>,
  },
  { header: 'Cause', value: ({ cause }) => cause.name },
  { header: 'Allocated', ...figure, value: (need) => formatCents(need.allocatedAmount) },
  {
    header: 'Goal',
    ...figure,
    value: ({ goalAmount: goal }) => (goal === null ? 'None' : formatCents(goal)),
  },
  { header: 'Missing', ...mainFigure, value: missingOf },
];

/** The newest needs that are not completed, and what they miss. */
export function OpenNeeds() {
  const query = { status: 'accepted', limit: mostShown };
  return (
    <div className="above-6">
      <ListTable
        label="Open needs"
        columns={columns}
        rows={useEndpoint(endpoints.listNominations, { query })}
        of="needs"
        emptyText="No need is open."
      />
      <TextLink to={paths.openNeeds}>All open needs</TextLink>
    </div>
  );
}

function missingOf({ goalAmount, allocatedAmount }: NominationSummary): string {
  return goalAmount === null ? '' : formatCents(Math.max(0, goalAmount - allocatedAmount));
}
