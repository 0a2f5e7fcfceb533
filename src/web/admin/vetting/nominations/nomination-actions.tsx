import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  canReceiveFunds,
  type NominationAction,
  nominationActions,
  nominationStatus,
} from '#core/nomination-status.ts';
import { useNominationAction } from '#web/admin/queries/nominations.ts';
import { paths } from '#web/client/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ModalActions } from '#web/ui/modal-actions.tsx';

const buttons: Record<NominationAction, { text: string; color?: string; variant: string }> = {
  accept: { text: 'Accept', variant: 'filled' },
  reject: { text: 'Reject', variant: 'outline', color: 'clay' },
  complete: { text: 'Complete', variant: 'filled' },
};

/** The decisions that a nomination's status allows. */
export function NominationActions({ nomination }: { nomination: Nomination }) {
  const change = useNominationAction(nomination.id);
  const actions = nominationActions(nominationStatus(nomination));
  // React state would change too late for the second click of a double-click.
  const busy = useRef(false);
  const act = (action: NominationAction) => {
    if (busy.current) return;
    busy.current = true;
    change.mutate(action, {
      onSettled: () => {
        busy.current = false;
      },
    });
  };
  return (
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
            loading={change.isPending && change.variables === action}
            disabled={change.isPending}
            onClick={() => act(action)}
          >
            {text}
          </Button>
        );
      })}
      <LinkButton to={paths.nominationWorkspace(nomination.id)} variant="default">
        Spending and Proof
      </LinkButton>
    </ModalActions>
  );
}
