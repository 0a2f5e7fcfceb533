import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import { formatCount } from '#core/platform/counts.ts';
import { ManyReport } from '#web/admin/shared/many-report.tsx';
import { useInParts } from '#web/admin/shared/use-in-parts.ts';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';

interface ManyModalProps<Id extends string, Values extends Record<string, unknown>> {
  title: string;
  opened: boolean;
  onClose: () => void;
  ids: Id[];
  /** What will happen, in a sentence. */
  text: string;
  /** The button's label, which says what it does to how many. */
  action: string;
  /** What became of one row, and of several, for the report: ["is being checked", "are being checked"]. */
  done: [string, string];
  of: [string, string];
  nameOf: (id: Id) => string;
  initialValues: Values;
  check?: (values: Values) => Record<string, string>;
  fields?: (form: ReturnType<typeof useSubmitForm<Values>>['form']) => ReactNode;
  send: (ids: Id[], values: Values, idempotencyKey: string) => Promise<ManyOutcome<Id>>;
  /** Called once something was done. */
  onDone: () => void;
}

/** Asks before something is done for many rows, shows how far it is, and then for which rows it was not done and why. */
export function ManyModal<Id extends string, Values extends Record<string, unknown>>({
  title,
  opened,
  ...rest
}: ManyModalProps<Id, Values>) {
  return (
    <Modal title={title} opened={opened} onClose={rest.onClose}>
      <ManyForm {...rest} />
    </Modal>
  );
}

/** In the dialog, so that each opening asks anew. */
function ManyForm<Id extends string, Values extends Record<string, unknown>>({
  ids: selected,
  text,
  action,
  done,
  of,
  nameOf,
  initialValues,
  check,
  fields,
  send,
  onDone,
  onClose,
}: Omit<ManyModalProps<Id, Values>, 'title' | 'opened'>) {
  const { state, run } = useInParts<Id>();
  const { form, onSubmit } = useSubmitForm<Values>({
    initialValues,
    ...(check && { check }),
    async send(values) {
      await run(selected, values, (part, key) => send(part, values, key));
      onDone();
    },
  });
  const count = state ? state.done.length + state.refused.length : 0;
  const all = count + (state?.open.length ?? 0);
  if (state && state.open.length === 0) {
    return (
      <>
        <ManyReport outcome={state} done={done} of={of} nameOf={nameOf} />
        <ModalActions>
          <Button data-autofocus onClick={onClose}>
            Done
          </Button>
        </ModalActions>
      </>
    );
  }
  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      <p>{text}</p>
      {fields?.(form)}
      {state && (
        <>
          <Progress value={(count / all) * 100} aria-label="Progress" />
          <p role="status">
            {`${formatCount(count)} of ${formatCount(all)} done.`}
            {!state.isRunning &&
              ' The rest is not done, or its answer was lost. Going on does nothing twice.'}
          </p>
        </>
      )}
      <ModalActions>
        <SubmitButtons
          action={state ? 'Go On' : action}
          loading={form.submitting}
          cancel={state ? 'Close' : 'Cancel'}
          onCancel={onClose}
        />
      </ModalActions>
    </form>
  );
}
