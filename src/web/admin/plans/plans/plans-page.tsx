import type { CauseId } from '#contract/ids.ts';
import { intervalWords, planIntervals, planStateWords } from '#core/plans/plans.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { planColumns } from '#web/admin/plans/plans/columns.tsx';
import { MovePlansSection } from '#web/admin/plans/plans/move-plans-section.tsx';
import { PlanFiguresSection } from '#web/admin/plans/plans/plan-figures-section.tsx';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { readId } from '#web/client/paths.ts';

/** Every recurring donation, and what they come to. The address holds the filters. */
export default function PlansPage() {
  // Those that run, and the ones that fail on top.
  const list = useList(endpoints.listPlans, { initial: { state: 'running', order: 'failing' } });
  const causeId = readId<CauseId>(list.values.causeId ?? null);
  const mayRead = useMay('contacts.read');
  return (
    <>
      <PageHeader title="Recurring Donations">
        {mayRead && (
          <LinkButton to={paths.admin.planAdoptions} variant="default">
            Take Over Subscriptions
          </LinkButton>
        )}
        <ExportButton list="plans" query={list.filter} />
      </PageHeader>
      <PageSections>
        <PlanFiguresSection />
        <TitledSection title="All Recurring Donations">
          <ListFilters
            list={list}
            fields={{
              search: mayRead
                ? {
                    label: 'Find a donor',
                    description: 'Part of a name or an email address',
                    type: 'search',
                  }
                : undefined,
              state: {
                words: {
                  running: 'Running',
                  active: planStateWords.active,
                  failing: planStateWords.failing,
                  paused: planStateWords.paused,
                  ending: planStateWords.ending,
                  ended: 'Ended or being stopped',
                  all: 'All states',
                },
              },
              interval: {
                all: 'All',
                choices: planIntervals.map((value) => ({
                  value,
                  label: intervalWords[value].choice,
                })),
              },
              causeId: {},
              order: {
                words: {
                  failing: 'Failed payments first',
                  next: 'Next payment first',
                  newest: 'Newest first',
                  oldest: 'Oldest first',
                  largest: 'Largest first',
                },
              },
            }}
          />
          {causeId !== null && <MovePlansSection key={causeId} causeId={causeId} />}
          <EndpointTable
            list={list}
            label="Recurring donations"
            columns={planColumns}
            of="recurring donations"
            emptyText="There are no recurring donations."
            emptyHint={
              <p>
                They appear here as soon as the first payment of a donor who chose to give regularly
                is confirmed.
              </p>
            }
            filtered={{
              text: 'No recurring donation is like this.',
              showAll: 'Show all, ended ones as well',
            }}
          />
        </TitledSection>
      </PageSections>
    </>
  );
}
