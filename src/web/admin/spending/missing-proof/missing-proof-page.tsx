import type { ProofSummary } from '#contract/spending/missing-proof.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { missingProofColumns } from '#web/admin/spending/missing-proof/columns.tsx';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';

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
