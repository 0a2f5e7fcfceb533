import { Button, Checkbox } from '@mantine/core';
import type { Approval } from '#contract/people/approvals.ts';
import { approvalKinds, approvalStatusNames } from '#core/people/approvals.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ApprovalModal } from '#web/admin/people/approvals/approval-modal.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { Banner } from '#web/admin/ui/banner.tsx';
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

/** Why some approvals, or all of them, do not go on at the moment; nothing if they do. */
function HoldList() {
  const holds = useEndpoint(endpoints.listHolds);
  const lift = useSend(endpoints.liftHold, { said: 'Lifted. Approvals go on.' });
  return holds.data?.map(({ id, text, mayLift }, place, { length }) => (
    // Two regions of a page have two names.
    <Banner
      key={id + text}
      label={`What holds approvals up${length > 1 ? `, ${place + 1} of ${length}` : ''}`}
    >
      <p>{text}</p>
      {mayLift && (
        <Button
          variant="default"
          loading={lift.isPending}
          onClick={() => lift.mutate({ params: { id } })}
        >
          Lift the Objection
        </Button>
      )}
    </Banner>
  ));
}
