import type { DonorId } from '#contract/ids.ts';
import { ownPlanColumns } from '#web/admin/giving/plans/columns.tsx';
import { usePlans } from '#web/admin/queries/plans.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** What a donor has agreed to give regularly, ended ones as well; nothing about those who never did. */
export function PlansSection({ donorId }: { donorId: DonorId }) {
  const plans = usePlans({
    ...{ state: '', interval: '', causeId: '', search: '' },
    donorId,
    order: 'newest',
  });
  if (plans.data?.pages.every(({ items }) => items.length === 0)) return null;
  return (
    <TitledSection title="Recurring Donations">
      <DataTable
        label="Recurring donations of this donor"
        columns={ownPlanColumns}
        rows={plans}
        loadingText="Loading recurring donations."
        emptyText="There are no recurring donations."
        errorText="The recurring donations could not be loaded."
      />
    </TitledSection>
  );
}
