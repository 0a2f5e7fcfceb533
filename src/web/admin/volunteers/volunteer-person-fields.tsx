import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EmailField } from '#web/admin/shared/email-field.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** Who somebody is that offers time, and how to reach them. */
export interface VolunteerPersonValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

interface VolunteerPersonFieldsProps<Values extends VolunteerPersonValues> {
  form: UseFormReturnType<Values>;
}

/** The fields of {@link VolunteerPersonValues}: one way to reach somebody is enough. */
export function VolunteerPersonFields<Values extends VolunteerPersonValues>({
  form,
}: VolunteerPersonFieldsProps<Values>) {
  return (
    <>
      <FieldPair>
        <TextInput
          label="First Name"
          autoComplete="off"
          aria-required="true"
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          autoComplete="off"
          aria-required="true"
          {...form.getInputProps('lastName')}
        />
      </FieldPair>
      <FieldPair>
        <EmailField autoComplete="off" {...form.getInputProps('email')} />
        <TextInput
          label="Phone Number"
          type="tel"
          autoComplete="off"
          {...form.getInputProps('phone')}
        />
      </FieldPair>
    </>
  );
}
