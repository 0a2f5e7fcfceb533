import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EmailField } from '#web/admin/shared/email-field.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** A person's name and email address. */
export interface PersonValues {
  firstName: string;
  lastName: string;
  email: string;
}

interface PersonFieldsProps<Values extends PersonValues> {
  form: UseFormReturnType<Values>;
  /** What the browser may autofill. */
  fillIn?: Record<keyof PersonValues, string>;
}

/** The details of the person at the browser. */
const ownDetails = { firstName: 'given-name', lastName: 'family-name', email: 'email' };
/** The same, for a person who signs in with the email address. */
export const ownAccount = { ...ownDetails, email: 'username' };
/** The details of someone else: what the browser knows would be wrong. */
export const somebodyElse = { firstName: 'off', lastName: 'off', email: 'off' };

/** The fields of {@link PersonValues}. */
export function PersonFields<Values extends PersonValues>({
  form,
  fillIn = ownDetails,
}: PersonFieldsProps<Values>) {
  return (
    <>
      <FieldPair>
        <TextInput
          label="First Name"
          name="firstName"
          autoComplete={fillIn.firstName}
          aria-required="true"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          name="lastName"
          autoComplete={fillIn.lastName}
          aria-required="true"
          {...form.getInputProps('lastName')}
        />
      </FieldPair>
      <EmailField
        autoComplete={fillIn.email}
        aria-required="true"
        {...form.getInputProps('email')}
      />
    </>
  );
}
