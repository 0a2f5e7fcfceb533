import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { RecordedPart, UnmatchedLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId } from '#contract/ids.ts';
import { maxDepositLines } from '#core/giving/deposits.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';
import { AnnouncedBy } from '#web/admin/banking/matches/announced-by.tsx';
import { LineModal } from '#web/admin/banking/matches/line-modal.tsx';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useChange, usePages, useSend } from '#web/admin/client/use-endpoint.ts';
import { type Columns, DataTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { call } from '#web/client/api-client.ts';
import { readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { notifyError, notifySuccess } from '#web/ui/notify.ts';

/** Lines that nobody has matched yet. The address holds the dialog `line`, of any line. */
export default function BankLinesPage() {
  const lines = usePages(endpoints.listUnmatchedLines);
  const line = useModal('line');
  const mayWrite = useMay('money.write');
  const accept = useChange(acceptProposals, { onDone: sayMatched });
  const enter = useSend(endpoints.enterTransfers, {
    said: 'The transfers were entered into a deposit',
  });
  const navigate = useNavigate();
  const all = (lines.data?.pages ?? []).flatMap(({ items }) => items);
  const proposed = all.filter(isProposed);
  const sure = proposed.filter(({ proposal }) => !proposal.isByName);
  const byName = proposed.length - sure.length;
  const named = all.filter(
    ({ expected, deposit, proposal }) => expected !== null && deposit === null && proposal === null,
  );
  return (
    <>
      <PageHeader title="Lines to Match" back={{ to: paths.admin.bank, text: 'Back to Bank' }}>
        {mayWrite && named.length > 0 && (
          <Button
            variant={sure.length > 0 ? 'default' : 'filled'}
            loading={enter.isPending}
            onClick={() =>
              enter.mutate(
                { body: { lineIds: named.slice(0, maxDepositLines).map(({ id }) => id) } },
                { onSuccess: ({ id }) => navigate(paths.deposit(id)) },
              )
            }
          >
            {`Enter ${countOf(Math.min(named.length, maxDepositLines), 'Transfer')}`}
          </Button>
        )}
        {mayWrite && sure.length > 0 && (
          <Button loading={accept.isPending} onClick={() => accept.mutate(sure)}>
            {`Accept ${countOf(sure.length, 'Proposal')}`}
          </Button>
        )}
      </PageHeader>
      <PageLead>
        Each line of the bank is a payout of the payment provider, a deposit or a single donation,
        an expense, a fee, a transfer between your own accounts, or not part of these books. Nothing
        is matched before somebody says so. Transfers of donors are entered into a deposit first:
        all that they announced at once, any other when you open its line.
      </PageLead>
      {mayWrite && byName > 0 && (
        <PageLead>
          {`${countOf(byName, 'proposal is', 'proposals are')} not accepted with the others: nothing but the name of a donor speaks for ${byName === 1 ? 'it' : 'them'}, and people share names. Open each of these lines and look.`}
        </PageLead>
      )}
      <DataTable
        label="Lines to match"
        columns={unmatchedColumns}
        rows={lines}
        of="lines"
        emptyText="All lines are matched."
      />
      <LineModal
        id={line.value === null ? null : readId<BankLineId>(line.value)}
        isProposed={proposed.some(({ id }) => id === line.value)}
        {...line.dialog}
      />
    </>
  );
}

type Proposed = UnmatchedLine & { proposal: NonNullable<UnmatchedLine['proposal']> };

function isProposed(line: UnmatchedLine): line is Proposed {
  return line.proposal !== null;
}

/** Accepts what is proposed for these lines, a hundred of them at a time. */
async function acceptProposals(lines: Proposed[]) {
  const outcome = { done: 0, refused: [] as string[] };
  for (let start = 0; start < lines.length; start += maxAtOnce) {
    const matchedLines = lines.slice(start, start + maxAtOnce).map(({ id, cents, proposal }) => ({
      id,
      parts: [{ kind: proposal.kind, id: proposal.id, cents } as RecordedPart],
    }));
    const { done, refused } = await call(endpoints.matchLines, { body: { matchedLines } });
    outcome.done += done.length;
    outcome.refused.push(...refused.map(({ reason }) => reason));
  }
  return outcome;
}

function sayMatched({ done, refused }: { done: number; refused: string[] }) {
  if (done > 0) notifySuccess(`Matched ${countOf(done, 'line')}.`);
  const [reason] = refused;
  if (reason !== undefined)
    notifyError(`${countOf(refused.length, 'line')} could not be matched. ${reason}`);
}

const unmatchedColumns: Columns<UnmatchedLine> = [
  { header: 'Booked', value: ({ bookedOn }) => formatDay(bookedOn) },
  { header: 'Account', value: ({ account }) => account.name },
  {
    header: 'Line',
    onPhone: 'title',
    show: ({ id, counterparty, text }) => (
      <>
        <Link to={paths.bankLine(id)}>{counterparty || text || 'Without a text'}</Link>
        {counterparty !== '' && <span className="soft smaller block">{text}</span>}
      </>
    ),
  },
  { header: 'Probably', onPhone: 'below', show: (line) => <Probably line={line} /> },
  { header: 'Amount', ...mainFigure, show: ({ cents }) => <Money cents={cents} /> },
];

function Probably({ line: { proposal, expected, deposit } }: { line: UnmatchedLine }) {
  if (proposal !== null) return proposal.name;
  if (deposit !== null) {
    return (
      <>
        Waits in <Link to={paths.deposit(deposit.id)}>{deposit.title}</Link>
      </>
    );
  }
  if (expected !== null) {
    return (
      <>
        Announced by <AnnouncedBy {...expected} />
      </>
    );
  }
  return <span className="soft">Not known</span>;
}
