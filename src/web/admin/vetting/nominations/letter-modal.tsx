import { Button, NativeSelect, Radio, Textarea } from '@mantine/core';
import type { Nomination } from '#contract/vetting/nominations.ts';
import {
  draftLetter,
  type LetterAction,
  letterActions,
  reasonsFor,
} from '#core/vetting/decision-reasons.ts';
import { nominationActions, nominationStatus } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { MailFrame } from '#web/admin/shared/mail-frame.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useNominationAction } from '#web/admin/vetting/decisions/use-nomination-action.ts';

interface LetterModalProps {
  nomination: Nomination;
  opened: boolean;
  onDecided?: (() => void) | undefined;
  onClose: () => void;
}

const words: Record<LetterAction, string> = { accept: 'Accept it', reject: 'Reject it' };

/** Decides with a reason for the team and a letter to the nominator. */
export function LetterModal({ nomination, opened, onDecided, onClose }: LetterModalProps) {
  const status = nominationStatus(nomination);
  const actions = letterActions.filter((action) => nominationActions(status).includes(action));
  return (
    <Modal title="Decide with a Letter" opened={opened} onClose={onClose}>
      {actions.length > 0 && (
        <LetterForm
          key={status}
          nomination={nomination}
          actions={actions}
          onDecided={onDecided ?? onClose}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

interface LetterFormProps {
  nomination: Nomination;
  actions: LetterAction[];
  onDecided: () => void;
  onClose: () => void;
}

/** What was asked for appears below the fields, perhaps out of sight. */
function showWhereItIs(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}

/** Nothing is chosen beforehand where both are possible: whoever opens it to decline must not accept by oversight. */
function LetterForm({ nomination, actions, onDecided, onClose }: LetterFormProps) {
  const { id, firstName } = nomination;
  const change = useNominationAction(id);
  const preview = useSend(endpoints.previewLetter, { changes: false });
  const draftFor = (action: LetterAction | null, reason: string) =>
    action === null ? '' : draftLetter(action, reason, { firstName });
  const [first = null, second] = actions;
  const only = second === undefined ? first : null;
  const { form, onSubmit } = useSubmitForm({
    limits: endpoints.updateNomination.limits,
    initialValues: { action: only, reason: '', note: '', letter: draftFor(only, '') },
    async send({ action, reason, note, letter }) {
      if (action === null) return;
      await change.mutateAsync({
        action,
        seenStatus: nominationStatus(nomination),
        note,
        letter,
        ...(reason !== '' && { decisionReason: reason }),
      });
      onDecided();
    },
  });
  const { action, reason, letter } = form.getValues();
  const letterField = form.getInputProps('letter');
  /** A draft that nobody has touched follows what is chosen. */
  function choose(chosen: LetterAction, why: string) {
    if (letter === draftFor(action, reason)) form.setFieldValue('letter', draftFor(chosen, why));
    form.setFieldValue('action', chosen);
    form.setFieldValue('reason', why);
    preview.reset();
  }
  return (
    <form className="stack" noValidate onSubmit={onSubmit}>
      {actions.length > 1 && (
        <Radio.Group
          label="Decision"
          value={action}
          onChange={(value) => choose(value as LetterAction, '')}
        >
          <div className="row gap-6 gap-y-2 above-2">
            {actions.map((value) => (
              <Radio key={value} value={value} label={words[value]} />
            ))}
          </div>
        </Radio.Group>
      )}
      {action === null ? (
        <ModalActions>
          <Button variant="default" onClick={onClose}>
            Not Yet
          </Button>
        </ModalActions>
      ) : (
        <>
          <NativeSelect
            label="Reason"
            description="Choosing one writes a new draft, unless you have changed the letter. Without a letter, the nominator reads why we declined in our usual words."
            data={[
              { value: '', label: 'None' },
              ...reasonsFor(action).map(({ value, text }) => ({ value, label: text })),
            ]}
            value={reason}
            onChange={({ currentTarget: { value } }) => choose(action, value)}
          />
          <Textarea
            label="Note (optional)"
            description="Only our team reads it."
            rows={2}
            {...form.getInputProps('note')}
          />
          <Textarea
            label="Letter to the nominator"
            description={
              action === 'reject'
                ? 'Below it, we name the other places that help and how to appeal. Empty it for our usual words.'
                : 'Empty it for our usual words.'
            }
            rows={12}
            {...letterField}
            onChange={(event) => {
              letterField.onChange(event);
              // What is shown would be the email with other words.
              preview.reset();
            }}
          />
          {preview.data && (
            <div ref={showWhereItIs}>
              <MailFrame title="The email" html={preview.data.html} />
            </div>
          )}
          <ModalActions>
            <SubmitButtons
              action={words[action]}
              loading={form.submitting}
              {...(action === 'reject' && { color: 'clay' })}
              cancel="Not Yet"
              onCancel={onClose}
            >
              <Button
                variant="default"
                disabled={letter.trim() === ''}
                loading={preview.isPending}
                onClick={() => preview.mutate({ params: { id }, body: { action, letter } })}
              >
                Preview
              </Button>
            </SubmitButtons>
          </ModalActions>
        </>
      )}
    </form>
  );
}
