import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { planColumns } from '#web/admin/plans/plans/columns.tsx';
import { MovePlansSection } from '#web/admin/plans/plans/move-plans-section.tsx';
import { PlanFiguresSection } from '#web/admin/plans/plans/plan-figures-section.tsx';
import {
  PlanFilterPanel,
  planQuery,
  readPlanFilters,
} from '#web/admin/plans/plans/plan-filter-panel.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { paths } from '#web/client/paths.ts';
import { TextButton } from '#web/ui/text-button.tsx';

const noFilters = { search: null, interval: null, causeId: null, donorId: null, state: 'all' };

/** Every recurring donation, and what they come to. The address holds the filters. */
export default function PlansPage() {
  const { query, set } = useQueryState();
  const filters = readPlanFilters(query);
  const plans = usePages(endpoints.listPlans, { query: planQuery(filters) });
  const mayRead = useMay('contacts.read');
  const isFiltered = [
    filters.state,
    filters.interval,
    filters.causeId,
    filters.donorId,
    filters.search,
  ].some((text) => text !== '');
  return (
    <>
      <PageHeader title="Recurring Donations">
        {mayRead && (
          <LinkButton to={paths.admin.planAdoptions} variant="default">
            Take Over Subscriptions
          </LinkButton>
        )}
        <ExportButton list="plans" query={planQuery(filters)} />
      </PageHeader>
      <PageSections>
        <PlanFiguresSection />
        <TitledSection title="All Recurring Donations">
          <PlanFilterPanel />
          {filters.causeId !== '' && (
            <MovePlansSection key={filters.causeId} causeId={filters.causeId} />
          )}
          <DataTable
            label="Recurring donations"
            columns={planColumns}
            rows={plans}
            loadingText="Loading recurring donations."
            emptyText={
              isFiltered
                ? 'No recurring donation is like this.'
                : 'There are no recurring donations.'
            }
            emptyHint={
              isFiltered ? (
                <TextButton onClick={() => set(noFilters)}>Show all, ended ones as well</TextButton>
              ) : (
                <p>
                  They appear here as soon as the first payment of a donor who chose to give
                  regularly is confirmed.
                </p>
              )
            }
            errorText="The recurring donations could not be loaded."
          />
        </TitledSection>
      </PageSections>
    </>
  );
}
