import type { Approval } from '#contract/people/approvals.ts';
import { approvalKinds, approvalStatusNames } from '#core/people/approvals.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { OpenButton, RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

export const approvalColumns: Columns<Approval> = [
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
