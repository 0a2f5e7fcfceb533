import { Button, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Decision } from '#contract/vetting/decisions.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  nominationStatus,
  nominationStatusNames,
  statusAfter,
} from '#core/vetting/nomination-status.ts';
import { formatDate, formatTime } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import classes from '#web/admin/vetting/appeals/decisions-section.module.css';
import { useNominationAction } from '#web/admin/vetting/decisions/use-nomination-action.ts';
import { PaperList } from '#web/admin/vetting/papers/paper-links.tsx';

/** Every decision about a nomination with why, and the appeal that waits for one. */
export function DecisionsSection({
  nomination,
  opens,
  children,
}: {
  nomination: Nomination;
  opens: boolean;
  /** What can be decided now. */
  children: ReactNode;
}) {
  const decisions = useEndpoint(endpoints.listDecisions, { params: { id: nomination.id } });
  return (
    <FoldedSection id="decisions" title="Decisions" summary={decisions.data?.length} opens={opens}>
      {children}
      <CallState call={decisions} failed="The decisions could not be loaded." />
      {decisions.data?.length === 0 && <EmptyNote>Nobody has decided yet.</EmptyNote>}
      <ul className="list" aria-label="Decisions">
        {decisions.data?.map((decision) => (
          <li key={decision.id} className="stack lined gap-2 pad-y-5">
            <DecisionWords decision={decision} />
            {decision.appeal && <AppealWords appeal={decision.appeal} nomination={nomination} />}
          </li>
        ))}
      </ul>
    </FoldedSection>
  );
}

function DecisionWords({ decision }: { decision: Decision }) {
  const { action, createdAt, decidedBy, reason, note, letter, isUndone } = decision;
  return (
    <>
      <h3 className="minor">{`${nominationStatusNames[statusAfter[action]]}${isUndone ? ', undone' : ''}`}</h3>
      <p className="soft">
        {`${formatDate(createdAt)} at ${formatTime(createdAt)}${decidedBy === null ? '' : `, ${decidedBy}`}`}
      </p>
      {reason !== null && <p>{`Reason: ${reason}`}</p>}
      {note !== '' && <p className="words">{note}</p>}
      {letter !== null && (
        <details>
          <summary>The letter</summary>
          <p className="words">{letter}</p>
        </details>
      )}
    </>
  );
}

function AppealWords({
  appeal,
  nomination,
}: {
  appeal: NonNullable<Decision['appeal']>;
  nomination: Nomination;
}) {
  const { createdAt, text, papers, outcome, decidedAt, decidedBy, mayDecide, isAlone } = appeal;
  const change = useNominationAction(nomination.id);
  const uphold = useModal('uphold');
  return (
    <div className={`quoted waiting stack gap-2 above-2 ${classes.appeal}`}>
      <h4>{`Appeal of ${formatDate(createdAt)}`}</h4>
      <p className="words">{text}</p>
      <PaperList label="Files of the appeal" papers={papers} />
      {outcome !== null && decidedAt !== null && (
        <p className="soft">
          {`${outcome === 'accepted' ? 'Accepted after all' : 'It stays declined'}, ${formatDate(decidedAt)}${decidedBy === null ? '' : `, ${decidedBy}`}`}
        </p>
      )}
      {outcome === null && mayDecide && (
        <>
          <p className="soft">
            {isAlone
              ? 'You rejected it yourself. Nobody else of the team may decide about it, so you decide again, and the page “How We Work” says so. It is final.'
              : 'What you decide now is final.'}
          </p>
          <div className="row">
            <Button
              loading={change.isPending}
              onClick={() =>
                change.mutate({ action: 'accept', seenStatus: nominationStatus(nomination) })
              }
            >
              Accept After All
            </Button>
            <Button variant="outline" color="clay" onClick={() => uphold.open()}>
              It Stays Declined
            </Button>
          </div>
          <UpholdModal nomination={nomination} {...uphold.dialog} />
        </>
      )}
      {outcome === null && !mayDecide && (
        <p className="soft">
          Somebody else of the team who decides about nominations decides this.
        </p>
      )}
    </div>
  );
}

/** Decides an appeal: nothing changes, and the nominator is told. */
function UpholdModal({ nomination, ...dialog }: DialogProps & { nomination: Nomination }) {
  return (
    <FormDialog
      {...dialog}
      title="It Stays Declined"
      text="The nominator gets an email at once. This decision is final."
      action="Decide"
      to={endpoints.upholdRejection}
      params={{ id: nomination.id }}
      initialValues={{ letter: '' }}
      said={({ nominee }) => `${nominee}: It stays declined. The nominator gets an email.`}
    >
      {(form) => (
        <Textarea
          label="Letter (optional)"
          description="Without one, we thank the nominator and say that it stays declined."
          rows={6}
          data-autofocus
          {...form.getInputProps('letter')}
        />
      )}
    </FormDialog>
  );
}
