import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCreateUser } from '#web/features/users/admin/queries.ts';
import { PersonFields } from '#web/ui/contact-fields.tsx';
import { InlineForm } from '#web/ui/inline-form.tsx';
import { useSubmitForm } from '#web/ui/use-submit-form.ts';

// Fetched beside the page; needed only when the form is sent.
const schema = import('#contract/users.ts').then((contract) => contract.userInput);
schema.catch(() => {});

export function AddUserForm({ onCancel }: { onCancel: () => void }) {
  const createUser = useCreateUser();
  const [added, setAdded] = useState(0);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { firstName: '', lastName: '', email: '' },
    schema: () => schema,
    async send(values) {
      await createUser.mutateAsync(values);
      form.reset();
      setAdded((count) => count + 1);
    },
  });
  return (
    <InlineForm
      label="Add a user"
      hint="They get an e-mail with a link to choose a password, and can then do everything you can."
      round={added}
      onSubmit={onSubmit}
      actions={
        <>
          <Button type="submit" loading={form.submitting}>
            Add User
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <PersonFields form={form} aboutOneself={false} />
    </InlineForm>
  );
}
