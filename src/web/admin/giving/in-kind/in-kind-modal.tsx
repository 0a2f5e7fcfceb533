import { Button, Textarea } from '@mantine/core';
import { Link } from 'react-router';
import type { InKindDonation } from '#contract/giving/in-kind.ts';
import type { InKindDonationId } from '#contract/ids.ts';
import { valueSources } from '#core/giving/in-kind.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpointOf, useSend } from '#web/admin/client/use-endpoint.ts';
import { giverOf } from '#web/admin/giving/in-kind/columns.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList, DetailSection } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { StackedForm } from '#web/ui/form-layout.tsx';

/** A donation in kind with what can be done about it. */
export function InKindModal() {
  const manage = useModal('manage');
  const id = useLastValue(readId<InKindDonationId>(manage.value));
  const donation = useEndpointOf(endpoints.getInKindDonation, id);
  const shown = donation.data;
  const end = useModal('manage.void');
  return (
    <>
      <Modal title="Donation in Kind" {...manage.dialog}>
        <CallState call={donation} failed="This donation in kind could not be loaded." />
        {shown && <Details donation={shown} onVoid={() => end.open()} />}
      </Modal>
      {shown && (
        <IfMay right="money.write">
          <ReasonModal
            title="Void This Entry"
            text={`It no longer counts, and stays in the list with the reason.${shown.receipt ? ` Receipt No. ${shown.receipt.number} becomes void, and we email the donor if there is an address.` : ''} If something was wrong, record it anew. You cannot undo this.`}
            action="Void Entry"
            hint="Everybody on the team reads it; the donor does not."
            {...end.dialog}
            to={endpoints.voidInKindDonation}
            params={{ id: shown.id }}
            said="The entry is void"
          />
        </IfMay>
      )}
    </>
  );
}

function Details({ donation, onVoid }: { donation: InKindDonation; onVoid: () => void }) {
  const issue = useSend(endpoints.issueInKindReceipt, { said: 'The receipt was issued' });
  const { id, nomination, value, valueFrom, receipt, obstacle, voidedAt } = donation;
  return (
    <>
      <DetailList
        heading={{ What: donation.description }}
        rows={{
          Donor: giverOf(donation),
          Received: formatDay(donation.receivedOn),
          'Value, for the Records': value !== null && valueFrom !== null && (
            <>
              <Money cents={value} />
              {` according to ${valueSources[valueFrom].toLowerCase()}`}
            </>
          ),
          'Given to': nomination && (
            <Link to={paths.manageNomination(nomination.id)}>{nomination.nominee}</Link>
          ),
          Recorded: `${formatDate(donation.createdAt)} by ${donation.recordedBy}`,
          Receipt: receipt ? (
            <Link to={paths.donationReceipt(receipt.id)}>{receipt.number}</Link>
          ) : (
            voidedAt === null && obstacle !== null && `None. ${obstacle}`
          ),
          'Void Since': voidedAt !== null && `${formatDate(voidedAt)}: ${donation.voidReason}`,
        }}
      />
      {voidedAt === null && (
        <>
          <IfMay right="pages.publish">
            <PublicText key={`${id} ${donation.publicText}`} donation={donation} />
          </IfMay>
          <IfMay right="money.write">
            <ModalActions>
              {receipt === null && obstacle === null && (
                <Button loading={issue.isPending} onClick={() => issue.mutate({ params: { id } })}>
                  Issue a Receipt
                </Button>
              )}
              <Button variant="default" onClick={onVoid}>
                Void
              </Button>
            </ModalActions>
          </IfMay>
        </>
      )}
    </>
  );
}

/** What everybody reads about it, which the team may leave empty. */
function PublicText({ donation: { id, publicText } }: { donation: InKindDonation }) {
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.publishInKindDonation,
    params: { id },
    initialValues: { publicText },
    said: 'Saved',
  });
  return (
    <DetailSection title="In Public">
      <StackedForm aria-label="In public" onSubmit={onSubmit}>
        <Textarea
          label="What everybody reads on the page “Where the Money Goes”"
          description="Without names. Leave it empty to show nothing."
          rows={2}
          {...form.getInputProps('publicText')}
        />
        <Button type="submit" variant="default" loading={form.submitting}>
          Save
        </Button>
      </StackedForm>
    </DetailSection>
  );
}
