import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EmailField } from '#web/shared/email-field.tsx';
import { FieldPair } from '#web/ui/form.tsx';

/** How to reach a person. */
export interface ContactValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
}

/** An empty {@link ContactValues}. */
export const noContact: ContactValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  zip: '',
};

/** A person's name and email address. */
export type PersonValues = Pick<ContactValues, 'firstName' | 'lastName' | 'email'>;

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

/** The fields of {@link ContactValues}, with autofill and the right keypads. */
export function ContactFields<Values extends ContactValues>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <PersonFields form={form} />
      <FieldPair>
        <TextInput
          label="Phone Number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          aria-required="true"
          {...form.getInputProps('phone')}
        />
        <TextInput
          label="Zip Code"
          name="zip"
          autoComplete="postal-code"
          aria-required="true"
          {...form.getInputProps('zip')}
        />
      </FieldPair>
    </>
  );
}
