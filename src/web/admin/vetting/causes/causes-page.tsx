import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Cause } from '#contract/vetting/causes.ts';
import { causeStateNames } from '#core/vetting/cause-states.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { actionsHeading, type Columns, figure, ListTable } from '#web/admin/ui/data-table.tsx';
import { InlineForm, InlineFormToggle } from '#web/admin/ui/inline-form.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { RowActions, TrashButton } from '#web/admin/ui/row-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { CauseModal } from '#web/admin/vetting/causes/cause-modal.tsx';
import { CauseOrderModal } from '#web/admin/vetting/causes/cause-order-modal.tsx';
import { DonationLinkModal } from '#web/admin/vetting/causes/donation-link-modal.tsx';

/** The causes, with their links and their numbers of donations and nominations. */
export default function CausesPage() {
  const mayChange = useMay('causes.write');
  const causes = useEndpoint(endpoints.listCauses);
  const addForm = useModal('add');
  const remove = useModal('delete');
  const link = useModal('link');
  const order = useModal('order');
  const deleting = causes.data?.find(({ id }) => id === remove.value);
  return (
    <>
      <PageHeader title="Manage Causes">
        {mayChange && <InlineFormToggle form={addForm}>Add Cause</InlineFormToggle>}
        {mayChange && (causes.data?.length ?? 0) > 1 && (
          <Button variant="default" onClick={() => order.open()}>
            Order
          </Button>
        )}
        <Button variant="default" onClick={() => link.open()}>
          Link to the Form
        </Button>
        <ExportButton list="causes" query={{}} />
      </PageHeader>
      {mayChange && addForm.isOpen && <AddCauseForm onCancel={addForm.close} />}
      <ListTable
        label="Causes"
        columns={mayChange ? changeableCauseColumns : causeColumns}
        rows={causes}
        sortedBy="Name"
        of="causes"
        emptyText="There are no causes."
        emptyHint={
          <p>
            A cause is what donors and nominators choose, such as “School meals.” Neither form works
            without one{mayChange ? ': press “Add Cause” to add the first.' : '.'}
          </p>
        }
      />
      <DeleteCauseModal
        cause={mayChange && deleting && canBeDeleted(deleting) ? deleting : null}
        onClose={remove.close}
      />
      {mayChange && (
        <>
          <CauseModal causes={causes.data ?? []} />
          <CauseOrderModal causes={causes.data ?? []} {...order.dialog} />
        </>
      )}
      <DonationLinkModal
        causes={(causes.data ?? []).filter(({ state }) => state === 'open')}
        {...link.dialog}
      />
    </>
  );
}

function DeleteCauseModal({ cause, onClose }: { cause: Cause | null; onClose: () => void }) {
  const shown = useLastValue(cause);
  const deleteCause = useSend(endpoints.deleteCause, { said: 'The cause was deleted' });
  return (
    <DeleteModal
      title="Delete Cause"
      text={`Nobody will be able to donate or nominate for “${shown?.name}” anymore. You cannot undo this.`}
      opened={cause !== null}
      onClose={onClose}
      onConfirm={async () => cause && deleteCause.mutateAsync({ params: { id: cause.id } })}
    />
  );
}

const nameColumn = {
  header: 'Name',
  onPhone: 'title',
  value: ({ name }: Cause) => name,
} as const;

const figureColumns: Columns<Cause> = [
  { header: 'Donations', ...figure, value: ({ _count }) => _count.donations },
  { header: 'Nominations', ...figure, value: ({ _count }) => _count.nominations },
];

const causeColumns: Columns<Cause> = [
  {
    ...nameColumn,
    show: (cause) => <NameCell cause={cause}>{cause.name}</NameCell>,
  },
  ...figureColumns,
];

/** The same for whoever may change and delete causes. */
const changeableCauseColumns: Columns<Cause> = [
  {
    ...nameColumn,
    show: (cause) => (
      <NameCell cause={cause}>
        <Link to={`?manage=${cause.id}`}>{cause.name}</Link>
      </NameCell>
    ),
  },
  ...figureColumns,
  {
    ...actionsHeading,
    show: (cause) => (canBeDeleted(cause) ? <DeleteButton cause={cause} /> : null),
  },
];

function NameCell({ cause, children }: { cause: Cause; children: ReactNode }) {
  const { isForRunningCosts, state } = cause;
  return (
    <div>
      {children}
      {state !== 'open' && <p className="soft">{causeStateNames[state]}</p>}
      {isForRunningCosts && <p className="soft">For running costs</p>}
    </div>
  );
}

/** Only a hint: the server decides. */
function canBeDeleted({ _count }: Cause): boolean {
  return _count.donations < 1 && _count.nominations < 1;
}

function DeleteButton({ cause }: { cause: Cause }) {
  const remove = useModal('delete');
  return (
    <RowActions>
      <TrashButton
        label={`Delete ${cause.name}`}
        title="Delete"
        onClick={() => remove.open(cause.id)}
      />
    </RowActions>
  );
}

/** Stays open after a success, ready for the next cause. */
function AddCauseForm({ onCancel }: { onCancel: () => void }) {
  const [added, setAdded] = useState(0);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.createCause,
    said: 'The cause was added',
    initialValues: { name: '', isForRunningCosts: false },
    startsAnew: () => setAdded((count) => count + 1),
  });
  return (
    <InlineForm
      label="Add a cause"
      action="Add Cause"
      round={added}
      loading={form.submitting}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        name="name"
        autoComplete="off"
        aria-required="true"
        {...form.getInputProps('name')}
      />
      <Checkbox
        label="For running costs"
        description="What is donated to it may also pay card costs. Donors see only the name, so it should say that. You cannot change this later."
        {...form.getInputProps('isForRunningCosts', { type: 'checkbox' })}
      />
    </InlineForm>
  );
}
