import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { countInWords } from '#core/platform/counts.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { letterActions, undoMinutes } from '#core/vetting/decision-reasons.ts';
import {
  canReceiveFunds,
  isClosedByErasure,
  type NominationAction,
  nominationActions,
  nominationStatus,
} from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { DetailSection } from '#web/admin/ui/detail-list.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useTypedForm } from '#web/admin/ui/typed-forms.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useOneAtATime } from '#web/admin/ui/use-one-at-a-time.ts';
import { useNominationAction } from '#web/admin/vetting/decisions/use-nomination-action.ts';
import { GoalField, goalErrors, parseGoal } from '#web/admin/vetting/nominations/goal-field.tsx';
import classes from '#web/admin/vetting/nominations/nomination-actions.module.css';

const words: Record<NominationAction, string> = {
  accept: 'Accept',
  reject: 'Reject',
  complete: 'Complete',
};

const buttons: Record<NominationAction, { color?: string; variant: string }> = {
  accept: { variant: 'filled' },
  reject: { variant: 'outline', color: 'clay' },
  complete: { variant: 'default' },
};

/**
 * What can be done with a nomination. What its status makes likely is in the bar, away from what ends it. A decision
 * that needs a look first opens a dialog.
 */
export function NominationActions({ nomination }: { nomination: Nomination }) {
  // Looks before a decision whether there is something to know first.
  const prepare = useSend(endpoints.previewDecision);
  const change = useNominationAction(nomination.id);
  const decide = useModal('manage.decide');
  const oldest = useModal('manage.oldest');
  const letter = useModal('manage.letter');
  const seenStatus = nominationStatus(nomination);
  const mayDecide = useMay('nominations.decide');
  // An appeal is decided beside its words, by somebody else.
  const canDecide = mayDecide && !isClosedByErasure(nomination) && !nomination.hasOpenAppeal;
  const actions = canDecide ? nominationActions(seenStatus) : [];
  // What the nominator asked for is only a proposal: it stands beside the button that accepts, to be changed there.
  const { neededAmount } = nomination;
  const proposed = neededAmount === null ? '' : centsToDecimal(neededAmount);
  const [goal, setGoal] = useState(proposed);
  const [goalError, setGoalError] = useState<string | null>(null);
  const act = useOneAtATime(async (action: NominationAction) => {
    const error = action === 'accept' ? goalErrors(goal).goalAmount : undefined;
    setGoalError(error ?? null);
    if (error !== undefined) return;
    const goalAmount = action === 'accept' && offersGoal ? parseGoal(goal) : null;
    const { warnings } = await prepare.mutateAsync({
      params: { id: nomination.id },
      query: { action },
    });
    if (warnings.length > 0) decide.open(action);
    else
      await change.mutateAsync({ action, seenStatus, ...(goalAmount !== null && { goalAmount }) });
  });
  const isPending = prepare.isPending || change.isPending;
  const offersGoal = actions.includes('accept') && nomination.goalAmount === null;
  useTypedForm(() => offersGoal && !isPending && goal !== proposed);
  const pending = change.isPending ? change.variables.action : prepare.variables?.query.action;
  const canReceive = canReceiveFunds(nomination);
  const mayWrite = letterActions.some((action) => actions.includes(action));
  const decisions = actions.map((action) => (
    <Button
      key={action}
      {...buttons[action]}
      loading={isPending && pending === action}
      disabled={isPending}
      onClick={() => void act(action)}
    >
      {words[action]}
    </Button>
  ));
  return (
    <>
      {canReceive && mayDecide && (
        <DetailSection title="Decision">
          <p className="soft">
            {`Complete it when all of its money is spent and the receipts are public. If something is still missing, we show you what first. The email leaves ${countInWords(undoMinutes, 'minute')} later, and you can undo it until then.`}
          </p>
          <div className="row above-3">{decisions}</div>
        </DetailSection>
      )}
      <ModalActions>
        {offersGoal && (
          <GoalField
            className={classes.goal}
            label="Goal (optional)"
            value={goal}
            error={goalError}
            onChange={(event) => setGoal(event.currentTarget.value)}
          />
        )}
        {canReceive ? (
          <IfMay right="allocations.propose">
            <LinkButton to={paths.allocateNomination(nomination)} color="marigold">
              Allocate Funds
            </LinkButton>
            <Button variant="default" onClick={() => oldest.open()}>
              Allocate the Oldest
            </Button>
          </IfMay>
        ) : (
          decisions
        )}
        {mayWrite && (
          <Button variant="default" onClick={() => letter.open()}>
            Write a Letter
          </Button>
        )}
        <LinkButton to={paths.nominationWorkspace(nomination.id)} variant="default">
          Check, Spending, and Proof
        </LinkButton>
      </ModalActions>
    </>
  );
}
