import { Checkbox } from '@mantine/core';
import type { Approval } from '#contract/people/approvals.ts';
import { approvalKinds, approvalStatusNames } from '#core/people/approvals.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { ApprovalModal } from '#web/admin/people/approvals/approval-modal.tsx';
import { HoldList } from '#web/admin/people/approvals/hold-list.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { actionsHeading, type Columns, DataTable } from '#web/admin/ui/data-table.tsx';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** What a second person approves. The address holds `show`, `manage` (the request shown), and `decline`. */
export default function ApprovalsPage() {
  const list = useList(endpoints.listApprovals);
  const isAll = list.values.show === 'all';
  return (
    <>
      <PageHeader title="Approvals" />
      <PageLead>
        What one person asks for, and a second one approves. It is done at the moment of the
        approval, in the name of whoever approves it.
      </PageLead>
      <HoldList />
      <FilterPanel>
        <FilterChecks>
          <Checkbox
            label="Show Decided"
            checked={isAll}
            onChange={({ currentTarget }) =>
              list.set({ show: currentTarget.checked ? 'all' : 'waiting' })
            }
          />
        </FilterChecks>
      </FilterPanel>
      <DataTable
        label="Approvals"
        columns={approvalColumns}
        rows={list.rows}
        of="approvals"
        emptyText={isAll ? 'Nothing was ever asked for.' : 'Nothing waits for approval.'}
      />
      <ApprovalModal />
    </>
  );
}

const approvalColumns: Columns<Approval> = [
  { header: 'Date', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'What', onPhone: 'title', show: (approval) => <What approval={approval} /> },
  { header: 'Asked by', onPhone: 'labeled', value: ({ requestedBy }) => requestedBy },
  {
    header: 'Until',
    onPhone: 'labeled',
    value: ({ expiresAt, status }) => (status === 'open' ? formatDate(expiresAt) : '–'),
  },
  { header: 'Status', value: ({ status }) => approvalStatusNames[status] },
  { ...actionsHeading, show: (approval) => <OpenAction approval={approval} /> },
];

function What({ approval: { kind, facts } }: { approval: Approval }) {
  return (
    <span>
      {approvalKinds[kind].name}
      <span className="soft regular block">
        {facts
          .slice(0, 2)
          .map(({ value }) => value)
          .join(', ')}
      </span>
    </span>
  );
}

function OpenAction({ approval }: { approval: Approval }) {
  const manage = useModal('manage');
  return (
    <RowActions>
      <OpenButton onClick={() => manage.open(approval.id)}>
        {approval.mayApprove ? 'Decide' : 'Details'}
      </OpenButton>
    </RowActions>
  );
}
