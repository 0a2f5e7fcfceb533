import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import { countOf } from '#core/platform/counts.ts';
import { causeStateNames } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf, useSend } from '#web/admin/client/use-endpoint.ts';
import { FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Fields } from '#web/ui/form-layout.tsx';

interface OfCause {
  cause: Cause;
  causes: readonly Cause[];
}

/** Shows a cause, edits it, and decides whether anybody can choose it. */
export function CauseModal({ causes }: Pick<OfCause, 'causes'>) {
  const manage = useModal('manage');
  const edit = useModal('manage.edit');
  const closing = useModal('manage.close');
  const found = causes.find(({ id }) => id === manage.value) ?? null;
  const cause = useLastValue(found);
  return (
    <>
      <Modal
        title="Manage Cause"
        opened={found !== null}
        onClose={manage.close}
        size={edit.isOpen ? 'wide' : 'narrow'}
      >
        {cause &&
          (edit.isOpen ? (
            <EditCauseForm cause={cause} onDone={edit.close} />
          ) : (
            <CauseDetails
              cause={cause}
              causes={causes}
              onEdit={() => edit.open()}
              onCloseCause={() => closing.open()}
              onCancel={manage.close}
            />
          ))}
      </Modal>
      {cause && (
        <CloseCauseModal
          cause={cause}
          causes={causes}
          opened={found !== null && closing.isOpen}
          onClose={closing.close}
        />
      )}
    </>
  );
}

interface CauseDetailsProps extends OfCause {
  onEdit: () => void;
  onCloseCause: () => void;
  onCancel: () => void;
}

function CauseDetails({ cause, causes, onEdit, onCloseCause, onCancel }: CauseDetailsProps) {
  const { id, revision, name, description, state, plansToId, _count } = cause;
  const hide = useSend(endpoints.hideCause, { said: 'Nobody can choose the cause anymore' });
  const open = useSend(endpoints.openCause, { said: 'The cause is open again' });
  const call = { params: { id }, body: { revision } };
  const isBusy = hide.isPending || open.isPending;
  const isLast = state === 'open' && openOthers(causes, id).length === 0;
  return (
    <>
      <WaitingRequests about={id} />
      <DetailList
        rows={{
          Name: name,
          Description: description || <span className="soft">None</span>,
          State: causeStateNames[state],
          'Recurring Donations Go To': causes.find((other) => other.id === plansToId)?.name,
          Donations: _count.donations,
          Nominations: _count.nominations,
        }}
      />
      {isLast && (
        <p className="soft above-4">
          This is the last open cause, so it can be neither hidden nor closed.
        </p>
      )}
      <ModalActions>
        <Button onClick={onEdit}>Edit</Button>
        {state !== 'open' && (
          <Button variant="default" disabled={isBusy} onClick={() => open.mutate(call)}>
            Open Again
          </Button>
        )}
        {state === 'open' && !isLast && (
          <Button variant="default" disabled={isBusy} onClick={() => hide.mutate(call)}>
            Hide
          </Button>
        )}
        {state !== 'closed' && !isLast && (
          <Button variant="default" onClick={onCloseCause}>
            Close Cause
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </ModalActions>
    </>
  );
}

/** The version that was seen goes with what was typed: what somebody else has changed meanwhile is not overwritten. */
function EditCauseForm({ cause, onDone }: { cause: Cause; onDone: () => void }) {
  const { id, revision, name, description } = cause;
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.changeCause,
    params: { id },
    initialValues: { revision, name, description },
    said: 'The cause was changed',
    onDone,
    onClose: onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <TextInput
          label="Name"
          description="A new name stands everywhere, also beside what was given before. Once somebody has given, it may take a second person."
          autoComplete="off"
          aria-required="true"
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          description="Optional. One or two sentences that donors and nominators read where they choose a cause."
          autosize
          minRows={2}
          maxLength={300}
          {...form.getInputProps('description')}
        />
      </Fields>
      <ModalActions>
        <SubmitButtons action="Save Changes" loading={form.submitting} onCancel={onDone} />
      </ModalActions>
    </form>
  );
}

interface CloseCauseModalProps extends OfCause {
  opened: boolean;
  onClose: () => void;
}

function CloseCauseModal({ cause, causes, ...dialog }: CloseCauseModalProps) {
  const { id, name, revision } = cause;
  const { data } = useEndpointOf(endpoints.getPlanMove, dialog.opened ? id : null);
  return (
    <FormDialog
      {...dialog}
      title="Close Cause"
      text={`Nobody can donate or nominate for “${name}” anymore. What was given to it stays with it, and can still be allocated to its nominations. ${aboutPlans(data)} You can open the cause again.`}
      action="Close Cause"
      to={endpoints.closeCause}
      params={{ id }}
      initialValues={{ revision, plansToId: '' }}
      toBody={({ plansToId, ...seen }) => ({ ...seen, plansToId: readId<CauseId>(plansToId) })}
      check={({ plansToId }): Record<string, string> =>
        plansToId === '' ? { plansToId: 'Choose a cause' } : {}
      }
      said="The cause is closed"
    >
      {(form) => (
        <NativeSelect
          label="Recurring donations go to"
          data={[
            { value: '', label: 'Choose a cause' },
            ...openOthers(causes, id).map((other) => ({ value: other.id, label: other.name })),
          ]}
          {...form.getInputProps('plansToId')}
        />
      )}
    </FormDialog>
  );
}

/** What becomes of recurring donations to a cause that is closed now. */
function aboutPlans(
  data: { running: number; move: { to: { name: string } } | null } | undefined,
): string {
  if (data?.move) return `Its recurring donations go to ${data.move.to.name}, as you have decided.`;
  return data?.running
    ? `Each donor of the ${countOf(data.running, 'running recurring donation')} gets an email, and has 14 days to choose another cause or to stop. Then, those that are left go to the cause that you choose.`
    : 'It has no running recurring donations. If one is being paid for at this moment, it goes to the cause that you choose.';
}

function openOthers(causes: readonly Cause[], id: CauseId): Cause[] {
  return causes.filter((other) => other.id !== id && other.state === 'open');
}
