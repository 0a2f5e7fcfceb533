import type { Dispute, Donation, Refund } from '#contract/giving/donations.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, mainFigure, PlainTable } from '#web/admin/ui/data-table.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

interface Return {
  id: string;
  createdAt: string;
  kind: string;
  amount: number;
  mark: { shape: StatusShape; word: string };
  note: string;
}

const refundMarks = {
  requested: { shape: 'ring', word: 'Not confirmed yet' },
  pending: { shape: 'ring', word: 'On its way' },
  succeeded: { shape: 'tick', word: 'Refunded' },
  failed: { shape: 'cross', word: 'Failed' },
} as const satisfies Record<Refund['status'], Return['mark']>;

const disputeMarks = {
  open: { shape: 'ring', word: 'Open' },
  won: { shape: 'tick', word: 'Won' },
  lost: { shape: 'cross', word: 'Lost' },
  closed: { shape: 'dot', word: 'Closed' },
} as const satisfies Record<Dispute['status'], Return['mark']>;

/** The refunds and disputes of a donation, finished or not. */
export function ReturnsTable({ donation: { refunds, disputes } }: { donation: Donation }) {
  const items: Return[] = [
    ...refunds.map(({ status, reason, cover, ...refund }) => ({
      ...refund,
      kind: 'Refund',
      mark: refundMarks[status],
      note: [reason, cover > 0 && `${formatCents(cover)} of it was added for card costs.`]
        .filter(Boolean)
        .join(' '),
    })),
    ...disputes.map(({ status, takenAmount, ...dispute }) => ({
      ...dispute,
      kind: 'Dispute',
      mark: disputeMarks[status],
      note: takenAmount > 0 ? `The bank has taken ${formatCents(takenAmount)}.` : '',
    })),
  ].sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  return <PlainTable label="Refunds and disputes" columns={columns} items={items} />;
}

const columns: Columns<Return> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'Kind', onPhone: 'title', value: ({ kind }) => kind },
  {
    header: 'Status',
    show: ({ mark, note }) => (
      <div>
        <StatusMark {...mark} />
        {note && <p className="soft">{note}</p>}
      </div>
    ),
  },
  { header: 'Amount', ...mainFigure, value: ({ amount }) => formatCents(amount) },
];
