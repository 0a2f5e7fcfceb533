import type { NominationId } from '#contract/ids.ts';
import { type NominationAction, nominationActionNames } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf } from '#web/admin/client/use-endpoint.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { AllocateOldestModal } from '#web/admin/spending/allocations/allocate-oldest-modal.tsx';
import { ReleaseModal } from '#web/admin/spending/allocations/release-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { DecisionModal } from '#web/admin/vetting/nominations/decision-modal.tsx';
import { GoalModal } from '#web/admin/vetting/nominations/goal-modal.tsx';
import { LetterModal } from '#web/admin/vetting/nominations/letter-modal.tsx';
import { NominationDetails } from '#web/admin/vetting/nominations/nomination-details.tsx';
import { readId } from '#web/client/paths.ts';

/** A nomination with its donors and the decisions about it. */
export function NominationModal() {
  const manage = useModal('manage');
  const release = useModal('manage.release');
  const decide = useModal('manage.decide');
  const letter = useModal('manage.letter');
  const goal = useModal('manage.goal');
  const oldest = useModal('manage.oldest');
  const id = useLastValue(readId<NominationId>(manage.value));
  const nomination = useEndpointOf(endpoints.getNomination, id);
  const released = nomination.data?.allocations.find(
    (allocation) => allocation.id === release.value,
  );
  return (
    <>
      <Modal title="Manage Nomination" {...manage.dialog}>
        <CallState call={nomination} failed="This nomination could not be loaded." />
        {nomination.data && <NominationDetails nomination={nomination.data} />}
      </Modal>
      <IfMay right="allocations.propose">
        {nomination.data && <AllocateOldestModal nomination={nomination.data} {...oldest.dialog} />}
      </IfMay>
      <IfMay right="nominations.decide">
        {nomination.data && <GoalModal nomination={nomination.data} {...goal.dialog} />}
        <DecisionModal
          nomination={nomination.data ?? null}
          action={readAction(decide.value)}
          onClose={decide.close}
        />
        {nomination.data && <LetterModal nomination={nomination.data} {...letter.dialog} />}
      </IfMay>
      <IfMay right="allocations.write">
        <ReleaseModal
          allocation={released ?? null}
          deficitAmount={released?.donation.deficitAmount ?? 0}
          onClose={release.close}
        />
      </IfMay>
    </>
  );
}

/** The decision that an address names; null if it names none. */
function readAction(text: string | null): NominationAction | null {
  return nominationActionNames.find((name) => name === text) ?? null;
}
