import { Link } from 'react-router';
import type { ProofSummary, UnprovenMoney } from '#contract/spending/missing-proof.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { type Columns, DataTable, figure, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { Money } from '#web/shared/money.tsx';

/** What is missing between the donors' money and its proof, oldest first. */
export default function MissingProofPage() {
  const money = usePages(endpoints.listUnproven);
  const summary = useEndpoint(endpoints.getProofSummary);
  return (
    <>
      <PageHeader title="Missing Proof">
        <ExportButton list="missing-proof" query={{}} />
      </PageHeader>
      <CallError call={summary} failed="The total could not be loaded." />
      {summary.data && <PageLead>{describe(summary.data)}</PageLead>}
      <DataTable
        label="Money without proof, oldest first"
        columns={missingProofColumns}
        rows={money}
        after={summary}
        of="missing proof"
        emptyText="Every allocated cent is spent, with proof that everyone can see."
        emptyHint={
          <p>
            Allocated money appears here until it is spent, and an expense until its receipts and
            the public page of its nomination are published.
          </p>
        }
      />
    </>
  );
}

function describe({ count, amount, oldestDays }: ProofSummary): string {
  if (count === 0) return 'No proof is missing.';
  const days = countOf(oldestDays, 'day');
  return `${formatCents(amount)} is allocated and not spent yet, or spent without proof that everyone can see. The oldest part has been waiting for ${days}. Open a nomination to record an expense, or to publish its receipts and its public page.`;
}

const missingProofColumns: Columns<UnprovenMoney> = [
  {
    header: 'Since',
    // An expense has a day, which is the same everywhere; an allocation has a moment.
    value: ({ since, payee }) => (payee === null ? formatDate(since) : formatDay(since)),
  },
  { header: 'Days', ...figure, value: ({ days }) => formatCount(days) },
  {
    header: 'Nominee',
    onPhone: 'title',
    show: ({ nomination }) => (
      <Link to={paths.nominationWorkspace(nomination.id)}>{nomination.nominee}</Link>
    ),
  },
  { header: 'Cause', value: ({ cause }) => cause.name },
  { header: 'Amount', ...mainFigure, show: ({ amount }) => <Money cents={amount} /> },
  { header: 'Missing', onPhone: 'below', show: (money) => <Missing money={money} /> },
];

const texts: Record<UnprovenMoney['missing'][number], string> = {
  payment: 'No expense recorded yet',
  rest: 'Rest not spent yet',
  receipt: 'Receipt not published',
  page: 'Page not published',
};

function Missing({ money: { missing, receipts, payee } }: { money: UnprovenMoney }) {
  return (
    <div className="anywhere numbers">
      {missing.map((name) => (
        <p key={name}>
          {texts[name]}
          {name === 'receipt' && receipts.length > 0 && `: ${receipts.join(', ')}`}
        </p>
      ))}
      {payee !== null && <p className="soft small">Paid to {payee}</p>}
    </div>
  );
}
