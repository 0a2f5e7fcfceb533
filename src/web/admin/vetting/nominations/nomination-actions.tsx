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
import type { NominationPlace } from '#web/admin/vetting/nominations/nomination-dialogs.tsx';
import { useNominationPath } from '#web/admin/vetting/nominations/nominations-filter.ts';

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

interface ActionsProps extends NominationPlace {
  nomination: Nomination;
}

/** The buttons that decide, and the goal that accepting sets. A decision that needs a look first opens a dialog. */
function useDecisions({ nomination, over, onDecided }: ActionsProps) {
  // Looks before a decision whether there is something to know first.
  const prepare = useSend(endpoints.previewDecision);
  const change = useNominationAction(nomination.id);
  const decide = useModal(`${over}decide`);
  const letter = useModal(`${over}letter`);
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
    if (warnings.length > 0) {
      decide.open(action);
      return;
    }
    await change.mutateAsync({ action, seenStatus, ...(goalAmount !== null && { goalAmount }) });
    setGoal(proposed);
    onDecided?.();
  });
  const isPending = prepare.isPending || change.isPending;
  const offersGoal = actions.includes('accept') && nomination.goalAmount === null;
  useTypedForm(() => offersGoal && !isPending && goal !== proposed);
  const pending = change.isPending ? change.variables.action : prepare.variables?.query.action;
  return {
    goal: offersGoal && (
      <GoalField
        className={classes.goal}
        label="Goal (optional)"
        value={goal}
        error={goalError}
        onChange={(event) => setGoal(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && !isPending && void act('accept')}
      />
    ),
    decisions: actions.map((action) => (
      <Button
        key={action}
        {...buttons[action]}
        loading={isPending && pending === action}
        disabled={isPending}
        onClick={() => void act(action)}
      >
        {words[action]}
      </Button>
    )),
    letter: letterActions.some((action) => actions.includes(action)) && (
      <Button variant="default" onClick={() => letter.open()}>
        Write a Letter
      </Button>
    ),
  };
}

/** What ends an accepted nomination, away from what its status makes likely. */
export function EndingActions(props: ActionsProps & { withLetter?: boolean }) {
  const { decisions, letter } = useDecisions(props);
  return (
    <>
      <p className="soft">
        {`Complete it when all of its money is spent and the receipts are public. If something is still missing, we show you what first. The email leaves ${countInWords(undoMinutes, 'minute')} later, and you can undo it until then.`}
      </p>
      <div className="row above-3">
        {decisions}
        {props.withLetter && letter}
      </div>
    </>
  );
}

/** What can be done with a nomination in its dialog. */
export function NominationActions({ nomination }: { nomination: Nomination }) {
  const props = { nomination, over: 'manage.' as const };
  const { goal, decisions, letter } = useDecisions(props);
  const pathOf = useNominationPath();
  const mayDecide = useMay('nominations.decide');
  const canReceive = canReceiveFunds(nomination);
  return (
    <>
      {canReceive && mayDecide && (
        <DetailSection title="Decision">
          <EndingActions {...props} />
        </DetailSection>
      )}
      <ModalActions>
        {goal}
        {canReceive ? <AllocatingActions {...props} /> : decisions}
        {letter}
        <LinkButton to={pathOf(nomination.id)} variant="default">
          Open the Nomination
        </LinkButton>
      </ModalActions>
    </>
  );
}

/** What can be done with a nomination on its page; what ends it is beside its decisions. */
export function NominationPageActions(props: ActionsProps) {
  const { nomination } = props;
  const { goal, decisions, letter } = useDecisions(props);
  const pathOf = useNominationPath();
  const record = useModal('record');
  const maySpend = useMay('money.write');
  const mayDecide = useMay('nominations.decide');
  const canReceive = canReceiveFunds(nomination);
  const hasMoney = nomination.allocatedAmount > 0;
  return (
    <>
      {nomination.isAccepted && maySpend && (
        <Button
          {...(hasMoney ? { color: 'marigold' } : { variant: 'default' })}
          onClick={() => record.open()}
        >
          Record an Expense
        </Button>
      )}
      {canReceive ? (
        <AllocatingActions {...props} isSecond={maySpend && hasMoney} />
      ) : (
        <>
          {goal}
          {decisions}
          {letter}
        </>
      )}
      {mayDecide && (canReceive || nomination.hasOpenAppeal) && (
        <LinkButton
          to={`${pathOf(nomination.id)}#decisions`}
          {...(canReceive && { variant: 'default', className: classes.ending ?? '' })}
        >
          {canReceive ? 'Complete or Reject' : 'Decide about the Appeal'}
        </LinkButton>
      )}
    </>
  );
}

function AllocatingActions({ nomination, over, isSecond }: ActionsProps & { isSecond?: boolean }) {
  const oldest = useModal(`${over}oldest`);
  return (
    <IfMay right="allocations.propose">
      <LinkButton
        to={paths.allocateNomination(nomination)}
        {...(isSecond ? { variant: 'default' } : { color: 'marigold' })}
      >
        Allocate Funds
      </LinkButton>
      <Button variant="default" onClick={() => oldest.open()}>
        Allocate the Oldest
      </Button>
    </IfMay>
  );
}
