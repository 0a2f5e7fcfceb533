import { Button } from '@mantine/core';
import type { ApprovalId } from '#contract/ids.ts';
import type { Approval } from '#contract/people/approvals.ts';
import { approvalKinds, approvalStatusNames } from '#core/people/approvals.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf, useReadAgain, useSend } from '#web/admin/client/use-endpoint.ts';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Detail, DetailList, DetailSection } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useOneAtATime } from '#web/admin/ui/use-one-at-a-time.ts';
import { readId } from '#web/client/paths.ts';

/** What exactly is asked for, and the decision about it. */
export function ApprovalModal() {
  const manage = useModal('manage');
  const id = useLastValue(readId<ApprovalId>(manage.value));
  const approval = useEndpointOf(endpoints.getApproval, id);
  return (
    <Modal title="Approval" {...manage.dialog}>
      <CallState call={approval} failed="This request could not be loaded." />
      {approval.data && <ApprovalDetails approval={approval.data} onClose={manage.close} />}
    </Modal>
  );
}

function ApprovalDetails({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { kind, status, facts, requestedBy, decidedBy, answer } = approval;
  return (
    <>
      <DetailList heading={{ What: approvalKinds[kind].name }}>
        {facts.map(({ label, value, path }) => (
          <Detail key={label} name={label}>
            {path === undefined ? value : <PageLink to={path}>{value}</PageLink>}
          </Detail>
        ))}
      </DetailList>
      <DetailSection title="Request">
        <DetailList
          rows={{
            'Asked by': requestedBy,
            Date: formatDate(approval.createdAt),
            Status: approvalStatusNames[status],
            Until: status === 'open' && formatDate(approval.expiresAt),
            'Decided by': decidedBy,
            Answer: answer,
          }}
        />
      </DetailSection>
      <Actions approval={approval} onClose={onClose} />
    </>
  );
}

function Actions({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const approve = useSend(endpoints.approve, { said: 'Approved and done' });
  const withdraw = useSend(endpoints.withdraw, { said: 'Withdrawn. Nothing was done.' });
  const readAgain = useReadAgain();
  const decline = useModal('manage.decline');
  const decide = useOneAtATime(async ({ id, fingerprint }: Approval) => {
    await approve.mutateAsync(
      { params: { id }, body: { fingerprint } },
      // Whatever the refusal is: the request may have ended with it.
      { onError: readAgain },
    );
    onClose();
  });
  const takeBack = useOneAtATime(async ({ id }: Approval) => {
    await withdraw.mutateAsync({ params: { id } });
    onClose();
  });
  return (
    <ModalActions>
      {approval.mayApprove && (
        <>
          <Button loading={approve.isPending} onClick={() => void decide(approval)}>
            Approve
          </Button>
          {approval.status === 'open' && (
            <Button variant="outline" color="clay" onClick={() => decline.open()}>
              Decline
            </Button>
          )}
        </>
      )}
      {approval.mayWithdraw && (
        <Button
          variant="default"
          loading={withdraw.isPending}
          onClick={() => void takeBack(approval)}
        >
          Withdraw
        </Button>
      )}
      <DeclineModal id={approval.id} {...decline.dialog} />
    </ModalActions>
  );
}

/** Declines what somebody asked for, with a reason for them. */
function DeclineModal({ id, ...dialog }: DialogProps & { id: ApprovalId }) {
  return (
    <ReasonModal
      {...dialog}
      title="Decline"
      text="Nothing will be done. Whoever asked can ask again."
      action="Decline"
      hint="They get it by email. It is kept in the audit trail."
      to={endpoints.decline}
      params={{ id }}
      said="Declined. Whoever asked gets an email with your reason."
    />
  );
}
