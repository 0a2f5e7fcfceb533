import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { NominationDetails } from '#web/admin/vetting/nominations/nomination-details.tsx';
import { NominationDialogs } from '#web/admin/vetting/nominations/nomination-dialogs.tsx';
import { readId } from '#web/client/paths.ts';

/** A nomination with its donors and the decisions about it. */
export function NominationModal() {
  const manage = useModal('manage');
  const id = useLastValue(readId<NominationId>(manage.value));
  const nomination = useEndpointOf(endpoints.getNomination, id);
  return (
    <>
      <Modal title="Manage Nomination" {...manage.dialog}>
        <CallState call={nomination} failed="This nomination could not be loaded." />
        {nomination.data && <NominationDetails nomination={nomination.data} />}
      </Modal>
      <NominationDialogs nomination={nomination.data} over="manage." />
    </>
  );
}
