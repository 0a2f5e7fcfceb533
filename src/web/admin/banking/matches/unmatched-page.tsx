import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { UnmatchedLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId } from '#contract/ids.ts';
import { countOf } from '#core/counts.ts';
import { maxDepositLines } from '#core/deposits.ts';
import { unmatchedColumns } from '#web/admin/banking/matches/columns.tsx';
import { LineModal } from '#web/admin/banking/matches/line-modal.tsx';
import { useMay } from '#web/admin/client/session.ts';
import { useAcceptProposals, useUnmatchedLines } from '#web/admin/queries/bank-matches.ts';
import { useEnterTransfers } from '#web/admin/queries/bank-transfers.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { paths, readId } from '#web/client/paths.ts';

/** Lines that nobody has matched yet. The address holds the dialog `line`, of any line. */
export default function UnmatchedPage() {
  const lines = useUnmatchedLines();
  const line = useModal('line');
  const mayWrite = useMay('money.write');
  const accept = useAcceptProposals();
  const enter = useEnterTransfers();
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
                { lineIds: named.slice(0, maxDepositLines).map(({ id }) => id) },
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
        loadingText="Loading lines."
        emptyText="All lines are matched."
        errorText="The lines could not be loaded."
      />
      <LineModal
        id={line.value === null ? null : readId<BankLineId>(line.value)}
        isProposed={proposed.some(({ id }) => id === line.value)}
        opened={line.isOpen}
        onClose={line.close}
      />
    </>
  );
}

function isProposed(
  line: UnmatchedLine,
): line is UnmatchedLine & { proposal: NonNullable<UnmatchedLine['proposal']> } {
  return line.proposal !== null;
}
