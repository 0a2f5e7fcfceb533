import { Checkbox } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { ApprovalModal } from '#web/admin/people/approvals/approval-modal.tsx';
import { approvalColumns } from '#web/admin/people/approvals/columns.tsx';
import { HoldList } from '#web/admin/people/approvals/hold-list.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { FilterChecks, FilterPanel } from '#web/admin/ui/filter-panel.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';

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
