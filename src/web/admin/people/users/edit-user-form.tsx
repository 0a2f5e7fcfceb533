import { Button } from '@mantine/core';
import type { User } from '#contract/people/users.ts';
import { useUpdateUser } from '#web/admin/queries/users.ts';
import classes from '#web/styles/admin.module.css';
import { PersonFields, somebodyElse } from '#web/shared/contact-fields.tsx';
import formClasses from '#web/ui/fieldset.module.css';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

const schema = () => import('#contract/people/users.ts').then((contract) => contract.userInput);

interface EditUserFormProps {
  user: User;
  /** Back to showing: after a success, or without a change. */
  onDone: () => void;
}

export function EditUserForm({ user, onDone }: EditUserFormProps) {
  const updateUser = useUpdateUser(user.id);
  const { id: _, ...initialValues } = user;
  const { form, onSubmit } = useSubmitForm({
    initialValues,
    schema,
    async send(values) {
      await updateUser.mutateAsync(values);
      onDone();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <div className={formClasses.fields}>
        <PersonFields form={form} fillIn={somebodyElse} />
      </div>
      <div className={classes.modalActions}>
        <Button type="submit" loading={form.submitting}>
          Save Changes
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
