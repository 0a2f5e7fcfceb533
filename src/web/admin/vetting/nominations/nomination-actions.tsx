import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  canReceiveFunds,
  type NominationAction,
  nominationActions,
  nominationStatus,
} from '#core/nomination-status.ts';
import { useNominationAction, usePrepareDecision } from '#web/admin/queries/nominations.ts';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useOneAtATime } from '#web/admin/ui/use-one-at-a-time.ts';
import { GoalField, goalErrors, parseGoal } from '#web/admin/vetting/nominations/goal-field.tsx';
import classes from '#web/admin/vetting/nominations/nomination-actions.module.css';
import { paths } from '#web/client/paths.ts';

const buttons: Record<NominationAction, { text: string; color?: string; variant: string }> = {
  accept: { text: 'Accept', variant: 'filled' },
  reject: { text: 'Reject', variant: 'outline', color: 'clay' },
  complete: { text: 'Complete', variant: 'filled' },
};

/** The decisions that a nomination's status allows. One that needs a look first opens a dialog. */
export function NominationActions({ nomination }: { nomination: Nomination }) {
  const prepare = usePrepareDecision(nomination.id);
  const change = useNominationAction(nomination.id);
  const decide = useModal('manage.decide');
  const goalModal = useModal('manage.goal');
  const actions = nominationActions(nominationStatus(nomination));
  const [goal, setGoal] = useState('');
  const [goalError, setGoalError] = useState<string | null>(null);
  const act = useOneAtATime(async (action: NominationAction) => {
    const error = action === 'accept' ? goalErrors(goal).goalAmount : undefined;
    setGoalError(error ?? null);
    if (error !== undefined) return;
    const goalAmount = action === 'accept' ? parseGoal(goal) : null;
    const { warnings } = await prepare.mutateAsync(action);
    if (warnings.length > 0) decide.open(action);
    else await change.mutateAsync({ action, ...(goalAmount !== null && { goalAmount }) });
  });
  const isPending = prepare.isPending || change.isPending;
  const pending = change.isPending ? change.variables.action : prepare.variables;
  return (
    <>
      {actions.includes('accept') && nomination.goalAmount === null && (
        <GoalField
          className={classes.goal}
          label="Goal (optional)"
          description="What the need asks for, if you accept it. You can change it later."
          value={goal}
          error={goalError}
          onChange={(event) => setGoal(event.currentTarget.value)}
        />
      )}
      <ModalActions>
        {canReceiveFunds(nomination) && (
          <LinkButton to={paths.allocateNomination(nomination)} color="marigold">
            Allocate Funds
          </LinkButton>
        )}
        {actions.map((action) => {
          const { text, ...look } = buttons[action];
          return (
            <Button
              key={action}
              {...look}
              loading={isPending && pending === action}
              disabled={isPending}
              onClick={() => void act(action)}
            >
              {text}
            </Button>
          );
        })}
        {canReceiveFunds(nomination) && nomination.goalAmount === null && (
          <Button variant="default" onClick={() => goalModal.open()}>
            Set Goal
          </Button>
        )}
        <LinkButton to={paths.nominationWorkspace(nomination.id)} variant="default">
          Spending and Proof
        </LinkButton>
      </ModalActions>
    </>
  );
}
