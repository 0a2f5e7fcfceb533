import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#core/people/rights.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { RolesField } from '#web/admin/people/users/roles-field.tsx';
import { notifyMailed } from '#web/admin/shared/notify-mailed.ts';
import { PersonFields, somebodyElse } from '#web/admin/shared/person-fields.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { InlineForm } from '#web/admin/ui/inline-form.tsx';

/** Adds somebody to the team, and invites them. */
export function AddUserForm({ onCancel }: { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [added, setAdded] = useState(0);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.createUser,
    // Whoever only types a name gives away the least.
    initialValues: { firstName: '', lastName: '', email: '', roles: ['viewer'] as Role[] },
    async onDone({ email }) {
      await notifyMailed(queryClient, `The invitation to ${email}`, 'is on its way');
      startAnew();
    },
    // While it waits for a second person.
    onClose: startAnew,
  });
  function startAnew() {
    form.reset();
    setAdded((count) => count + 1);
  }
  return (
    <InlineForm
      label="Add a user"
      hint="They get an email with a link to choose a password, and can then do what their roles allow."
      action="Add User"
      round={added}
      loading={form.submitting}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      <PersonFields form={form} fillIn={somebodyElse} />
      <RolesField {...form.getInputProps('roles')} />
    </InlineForm>
  );
}
