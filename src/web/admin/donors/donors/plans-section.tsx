import type { DonorId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { ownPlanColumns } from '#web/admin/plans/plans/columns.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** What a donor has agreed to give regularly, ended ones as well; nothing about those who never did. */
export function PlansSection({ donorId }: { donorId: DonorId }) {
  const plans = usePages(endpoints.listPlans, { query: { donorId, order: 'newest' } });
  if (plans.data?.pages.every(({ items }) => items.length === 0)) return null;
  return (
    <TitledSection title="Recurring Donations">
      <DataTable
        label="Recurring donations of this donor"
        columns={ownPlanColumns}
        rows={plans}
        of="recurring donations"
        emptyText="There are no recurring donations."
      />
    </TitledSection>
  );
}
