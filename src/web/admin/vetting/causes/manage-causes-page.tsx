import { Button } from '@mantine/core';
import type { Cause } from '#contract/vetting/causes.ts';
import { AddCauseForm } from '#web/admin/vetting/causes/add-cause-form.tsx';
import { canBeDeleted, causeColumns } from '#web/admin/vetting/causes/columns.tsx';
import { useDeleteCause } from '#web/admin/queries/causes.ts';
import { useCauses } from '#web/shared/cause-queries.ts';
import { ListTable } from '#web/ui/data-table.tsx';
import { DeleteDialog } from '#web/ui/delete-dialog.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useDisclosedForm } from '#web/ui/use-disclosed-form.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useQueryState } from '#web/ui/use-query-state.ts';

/** The cause that is about to be deleted stands in the address, as `delete`. */
export default function ManageCausesPage() {
  const causes = useCauses();
  const addForm = useDisclosedForm();
  const { query, close } = useQueryState();
  const deleting = causes.data?.find(({ id }) => id === query.get('delete'));
  return (
    <>
      <PageHeader title="Manage Causes">
        {!addForm.isOpen && (
          <Button ref={addForm.opener} onClick={addForm.open}>
            Add Cause
          </Button>
        )}
      </PageHeader>
      {addForm.isOpen && <AddCauseForm onCancel={addForm.close} />}
      <ListTable
        label="Causes"
        columns={causeColumns}
        rows={causes}
        sortedBy="name"
        loadingText="Loading causes."
        emptyText="There are no causes."
        emptyHint={
          <p>
            A cause is what donors give to and nominators choose, like “School meals”. Neither form
            can be used until the first one is here: press “Add Cause”.
          </p>
        }
        errorText="The causes could not be loaded."
      />
      <DeleteCauseDialog
        cause={deleting && canBeDeleted(deleting) ? deleting : null}
        onClose={() => close('delete')}
      />
    </>
  );
}

function DeleteCauseDialog({ cause, onClose }: { cause: Cause | null; onClose: () => void }) {
  const shown = useLastValue(cause);
  const deleteCause = useDeleteCause();
  return (
    <DeleteDialog
      title="Delete Cause"
      text={`“${shown?.name}” can then no longer be given to or nominated for. This cannot be undone.`}
      opened={cause !== null}
      onClose={onClose}
      remove={async () => cause && deleteCause.mutateAsync(cause.id)}
    />
  );
}
