import type { ResponseOf } from '#contract/endpoint.ts';
import type { getDashboard } from '#contract/overview/dashboard.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/overview/glance/glance-section.module.css';
import { OpenNeeds } from '#web/admin/overview/glance/open-needs.tsx';
import { type Flow, flowsOf } from '#web/admin/overview/glance/periods.ts';
import { type Columns, figure, ListTable } from '#web/admin/ui/data-table.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

const shown = (of: (flow: Flow) => number) => ({
  ...figure,
  value: (flow: Flow) => formatCents(of(flow)),
});
const columns: Columns<Flow> = [
  { header: 'Money', hidesHeader: true, onPhone: 'title', value: ({ name }) => name },
  { header: 'This Month', ...shown(({ thisMonth }) => thisMonth) },
  { header: 'Last Month', ...shown(({ lastMonth }) => lastMonth) },
  { header: 'This Year', ...shown(({ thisYear }) => thisYear) },
  { header: 'Last Year', ...shown(({ lastYear }) => lastYear) },
];

/** The charity at a glance: where its money is, this month and year beside the last, and, for a board, what is needed. */
export function GlanceSection({ money, bank }: ResponseOf<typeof getDashboard>) {
  const months = useEndpoint(endpoints.listMoneyMonths, { query: { span: '24' } });
  // Whoever works with needs finds them among what waits.
  const worksWithNeeds = useMay('allocations.propose');
  const { given, returned, waiting, allocated, spent, spentBefore } = money;
  const figures: [name: string, cents: number, hint?: string][] = [
    ['Given', given, returned > 0 ? `Of it, ${formatCents(returned)} went back` : ''],
    ['Available', waiting],
    ['Allocated, not spent yet', allocated],
    ['Spent', spent, spentBefore > 0 ? `And ${formatCents(spentBefore)} before these books` : ''],
    ...(bank === null
      ? []
      : ([['At the bank', bank.cents, `As of ${formatDay(bank.day)}`]] satisfies typeof figures)),
  ];
  return (
    <TitledSection title="At a Glance">
      <dl className={classes.figures}>
        {figures.map(([name, cents, hint]) => (
          <div key={name}>
            <dt className="soft">{name}</dt>
            <dd className="display numbers">{formatCents(cents)}</dd>
            {hint && <dd className="soft small">{hint}</dd>}
          </div>
        ))}
      </dl>
      <div className={classes.periods}>
        <ListTable
          label="This month and year beside the last"
          columns={columns}
          rows={{ ...months, data: months.data && flowsOf(months.data) }}
          of="months"
        />
      </div>
      {!worksWithNeeds && <OpenNeeds />}
    </TitledSection>
  );
}
