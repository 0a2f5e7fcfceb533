import { Button } from '@mantine/core';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { useUpdateUser } from '#web/admin/people/users/use-update-user.ts';
import { ownAccount, PersonFields } from '#web/admin/shared/person-fields.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Fields, FormActions } from '#web/ui/form-layout.tsx';

/** The name and the address of whoever is signed in, who may change both whatever their roles are. */
export function OwnDetailsForm({ user }: { user: CurrentUser }) {
  const { onUpdated, ...update } = useUpdateUser();
  const { id, firstName, lastName, email } = user;
  const { form, onSubmit } = useEndpointForm({
    ...update,
    params: { id },
    initialValues: { firstName, lastName, email },
    async onDone(updated, body) {
      await onUpdated(updated, body);
      // A new address is not theirs yet.
      form.reset();
    },
    onClose: (): void => form.reset(),
  });
  return (
    <form className="max-34" aria-label="Your details" onSubmit={onSubmit} noValidate>
      <Fields>
        <PersonFields form={form} fillIn={ownAccount} />
        <p className="soft">
          A new email address takes effect once you open the link that we send to it.
        </p>
        <FormActions>
          <Button type="submit" loading={form.submitting}>
            Save Changes
          </Button>
        </FormActions>
      </Fields>
    </form>
  );
}
