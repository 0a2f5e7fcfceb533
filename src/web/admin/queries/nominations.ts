import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CauseId, DecisionId, DonationId, NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/money.ts';
import type { VettingState } from '#core/nomination-states.ts';
import type { NominationAction, NominationStatus } from '#core/nomination-status.ts';
import { formatTime } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { usePagedList } from '#web/admin/client/paged-list.ts';
import { call, callPage } from '#web/client/api-client.ts';
import { notifySuccess, notifyUndoable } from '#web/ui/notify.ts';

/** Filters of the list of nominations. */
export interface NominationFilters {
  statuses: NominationStatus[];
  nominee: string;
  causeId: CauseId | '';
  id: string;
  /** How far the check of a pending nomination is; empty for any. */
  vettingState: VettingState | '';
  hasUnreadAnswer: boolean;
  /** What somebody of the team has to see to; empty for any. */
  waitsFor: 'appeal' | 'consent' | '';
}

/** The same as the parameters of the call, which an export takes, too. */
export function nominationQuery({
  statuses,
  nominee,
  causeId,
  id,
  vettingState,
  hasUnreadAnswer,
  waitsFor,
}: NominationFilters) {
  return {
    status: statuses.join(','),
    nominee: nominee || undefined,
    causeId: causeId || undefined,
    id: id || undefined,
    vettingState: vettingState || undefined,
    hasUnreadAnswer: hasUnreadAnswer ? ('true' as const) : undefined,
    waitsFor: waitsFor || undefined,
  };
}

/** Those that a donation can go to come first, if one is given. */
export function useNominations(filters: NominationFilters, donationId: DonationId | null = null) {
  const query = { ...nominationQuery(filters), firstFor: donationId ?? undefined };
  return usePagedList({
    queryKey: ['nominations', 'list', query],
    load: (page) => callPage(endpoints.listNominations, { query, ...page }),
  });
}

/** One nomination; requested only if there is an id. */
export function useNomination(id: NominationId | null) {
  return useQuery({
    queryKey: ['nominations', 'detail', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => call(endpoints.getNomination, { params: { id }, signal }),
  });
}

const bodies = {
  accept: { isAccepted: true, isRejected: false },
  reject: { isRejected: true, isAccepted: false },
  complete: { isCompleted: true },
} as const satisfies Record<NominationAction, object>;

/** What the nominator would read, and what to know before deciding. Never cached, because money may have moved. */
export function useDecisionPreview(id: NominationId, action: NominationAction) {
  return useQuery({
    queryKey: ['decision-preview', id, action],
    queryFn: ({ signal }) =>
      call(endpoints.previewDecision, { params: { id }, query: { action }, signal }),
    gcTime: 0,
  });
}

/** Looks before a decision whether there is something to know first. */
export function usePrepareDecision(id: NominationId) {
  const { onError } = useStoreNomination(id);
  return useMutation({
    mutationFn: (action: NominationAction) =>
      call(endpoints.previewDecision, { params: { id }, query: { action } }),
    onError,
  });
}

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

export function useNominationAction(id: NominationId) {
  const { onSuccess, onError } = useStoreNomination(id);
  const undo = useUndoDecision(id);
  return useMutation({
    mutationFn: ({ action, seenStatus, ...more }: Decided) =>
      call(endpoints.updateNomination, {
        params: { id },
        body: { ...bodies[action], seenStatus, ...more },
      }),
    onSuccess: (nomination) => {
      const { lastDecision } = nomination;
      if (lastDecision) {
        notifyUndoable(
          `${nomination.nominee}: ${decided[lastDecision.action]}. ${describeMail(lastDecision)}`,
          noticeId(id),
          () => undo.mutate(lastDecision.id),
        );
      }
      return onSuccess(nomination);
    },
    onError,
  });
}

export function useSetGoal(id: NominationId) {
  const { onSuccess, onError } = useStoreNomination(id);
  return useMutation({
    mutationFn: (goalAmount: number | null) =>
      call(endpoints.setGoal, { params: { id }, body: { goalAmount } }),
    onSuccess: (nomination) => {
      const { nominee, goalAmount } = nomination;
      notifySuccess(
        goalAmount === null
          ? `${nominee}: Goal removed`
          : `${nominee}: Goal set to ${formatCents(goalAmount)}`,
      );
      return onSuccess(nomination);
    },
    onError,
  });
}

export function useUndoDecision(id: NominationId) {
  const { onSuccess, onError } = useStoreNomination(id);
  return useMutation({
    mutationFn: (decisionId: DecisionId) =>
      call(endpoints.undoDecision, { params: { id }, body: { decisionId } }),
    onSuccess: ({ staysHidden, ...nomination }) => {
      const { nominee, lastDecision } = nomination;
      const undone = lastDecision?.sendsMail
        ? `${nominee}: Undone. ${decided[lastDecision.action]} again. ${describeMail(lastDecision)}`
        : `${nominee}: Undone. No email leaves.`;
      notifySuccess(staysHidden ? `${undone} The public page stays hidden.` : undone, noticeId(id));
      return onSuccess(nomination);
    },
    onError,
  });
}

/** One notice per nomination: a later decision, or an undo, makes what the one before says untrue. */
const noticeId = (id: NominationId) => `decision ${id}`;

const decided: Record<NominationAction, string> = {
  accept: 'Accepted',
  reject: 'Rejected',
  complete: 'Completed',
};

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

type Decision = NonNullable<Nomination['lastDecision']>;

/** The query key of the decisions about a nomination. */
export const decisionsKey = (id: NominationId) => ['decisions', id];

export function useStoreNomination(id: NominationId) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (nomination: Nomination) => {
      queryClient.setQueryData(['nominations', 'detail', id], nomination);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ['nominations', 'list'] }),
        queryClient.invalidateQueries({ queryKey: decisionsKey(nomination.id) }),
      ]);
    },
    // Someone else was faster: show the current state.
    onError: () => queryClient.invalidateQueries({ queryKey: ['nominations'] }),
  };
}
