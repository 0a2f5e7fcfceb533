import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { InlineForm } from '#web/admin/ui/inline-form.tsx';

/** Stays open after a success, ready for the next cause. */
export function AddCauseForm({ onCancel }: { onCancel: () => void }) {
  const [added, setAdded] = useState(0);
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.createCause,
    said: 'The cause was added',
    initialValues: { name: '', isForRunningCosts: false },
    onDone() {
      form.reset();
      setAdded((count) => count + 1);
    },
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
