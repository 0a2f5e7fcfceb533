import type { NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  type NominationAction,
  type NominationStatus,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
import { formatTime } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useChange, useSend } from '#web/admin/client/use-endpoint.ts';
import { call } from '#web/client/api-client.ts';
import { notifySuccess, notifyUndoable } from '#web/ui/notify.ts';

const bodies = {
  accept: { isAccepted: true, isRejected: false },
  reject: { isRejected: true, isAccepted: false },
  complete: { isCompleted: true },
} as const satisfies Record<NominationAction, object>;

/** A decision with what may come with it. */
interface Decided {
  action: NominationAction;
  /** The status that the screen shows: if somebody else has decided meanwhile, nothing happens. */
  seenStatus: NominationStatus;
  goalAmount?: number;
  decisionReason?: string;
  note?: string;
  letter?: string;
}

/** What became of nominations by what this browser did last: whatever else they become, somebody else did. */
const ownStatuses = new Map<NominationId, NominationStatus>();

/** Whether what a nomination is now was decided in this browser. */
export const isOwnDecision = (nomination: Nomination) =>
  ownStatuses.get(nomination.id) === nominationStatus(nomination);

/** Decides about a nomination. The notice about it has a way back. */
export function useNominationAction(id: NominationId) {
  const undo = useUndoDecision(id);
  return useChange(
    ({ action, seenStatus, ...more }: Decided) =>
      call(endpoints.updateNomination, {
        params: { id },
        body: { ...bodies[action], seenStatus, ...more },
      }),
    {
      onDone(nomination) {
        const { nominee, lastDecision } = nomination;
        ownStatuses.set(id, nominationStatus(nomination));
        if (lastDecision === null) return;
        notifyUndoable(
          `${nominee}: ${decided[lastDecision.action]}. ${describeMail(lastDecision)}`,
          noticeId(id),
          () => undo.mutate({ params: { id }, body: { decisionId: lastDecision.id } }),
        );
      },
    },
  );
}

/** Undoes the last decision about a nomination. */
export function useUndoDecision(id: NominationId) {
  return useSend(endpoints.undoDecision, {
    onDone({ staysHidden, ...nomination }) {
      const { nominee, lastDecision } = nomination;
      ownStatuses.set(id, nominationStatus(nomination));
      const undone = lastDecision?.sendsMail
        ? `${nominee}: Undone. ${decided[lastDecision.action]} again. ${describeMail(lastDecision)}`
        : `${nominee}: Undone. No email leaves.`;
      notifySuccess(staysHidden ? `${undone} The public page stays hidden.` : undone, noticeId(id));
    },
  });
}

/** One notice per nomination: a later decision, or an undo, makes what the one before says untrue. */
const noticeId = (id: NominationId) => `decision ${id}`;

const decided: Record<NominationAction, string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  complete: 'Completed',
};

type Decision = NonNullable<Nomination['lastDecision']>;

/** When the nominator is told about a decision. */
export function describeMail({ sendsMail, isMailPaused, undoableUntil }: Decision): string {
  const time = formatTime(undoableUntil);
  if (!sendsMail) {
    return `The nominator knows already, or was erased, and gets no email. You can undo this until ${time}.`;
  }
  return isMailPaused
    ? `All email is paused: the email leaves once it is resumed. You can undo this until ${time}.`
    : `The email leaves at ${time}.`;
}
