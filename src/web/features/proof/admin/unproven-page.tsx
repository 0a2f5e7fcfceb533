import type { ProofSummary } from '#contract/spending/missing-proof.ts';
import { formatCents } from '#core/money.ts';
import { unprovenColumns } from '#web/admin/spending/missing-proof/columns.tsx';
import { useProofSummary, useUnproven } from '#web/admin/queries/missing-proof.ts';
import classes from '#web/styles/admin.module.css';
import { DataTable } from '#web/ui/data-table.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** What stands between the donors' money and the proof of it, the oldest first. */
export default function UnprovenPage() {
  const unproven = useUnproven();
  const summary = useProofSummary();
  return (
    <>
      <PageHeader title="Money Without Proof" />
      {summary.isError && (
        <ErrorNotice text="The sum could not be loaded." onRetry={() => void summary.refetch()} />
      )}
      {summary.data && <p className={classes.lead}>{describe(summary.data)}</p>}
      <DataTable
        label="Money without proof, oldest first"
        columns={unprovenColumns}
        rows={unproven}
        loadingText="Loading what awaits proof."
        emptyText="Every cent that was allocated is spent, with proof that everybody can see."
        emptyHint={
          <p>
            Allocated money appears here until it is spent, and a payment until its receipts and the
            page of its nomination are published.
          </p>
        }
        errorText="What awaits proof could not be loaded."
      />
    </>
  );
}

function describe({ count, amount, oldestDays }: ProofSummary): string {
  if (count === 0) return 'Nothing awaits proof.';
  const days = oldestDays === 1 ? '1 day' : `${oldestDays.toLocaleString('en-US')} days`;
  return `${formatCents(amount)} await proof, the oldest for ${days}. Open a nomination to record a payment, or to publish its receipts and its page.`;
}
