import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EmailField } from '#web/shared/email-field.tsx';
import classes from '#web/ui/fieldset.module.css';

/** How to reach somebody. */
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

/** Who somebody is, and the address to write to. */
export type PersonValues = Pick<ContactValues, 'firstName' | 'lastName' | 'email'>;

interface PersonFieldsProps<Values extends PersonValues> {
  form: UseFormReturnType<Values>;
  /** What the browser may fill in. */
  fillIn?: Record<keyof PersonValues, string>;
}

/** The details of whoever sits at the browser. */
const ownDetails = { firstName: 'given-name', lastName: 'family-name', email: 'email' };
/** The same, of whoever signs in with the address. */
export const ownAccount = { ...ownDetails, email: 'username' };
/** Somebody else is meant: what the browser knows would be wrong. */
export const somebodyElse = { firstName: 'off', lastName: 'off', email: 'off' };

/** The fields of {@link PersonValues}. */
export function PersonFields<Values extends PersonValues>({
  form,
  fillIn = ownDetails,
}: PersonFieldsProps<Values>) {
  return (
    <>
      <div className={classes.pair}>
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
      </div>
      <EmailField
        autoComplete={fillIn.email}
        aria-required="true"
        {...form.getInputProps('email')}
      />
    </>
  );
}

/** The fields of {@link ContactValues}, filled in by the browser where it can and with the right keypad. */
export function ContactFields<Values extends ContactValues>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <PersonFields form={form} />
      <div className={classes.pair}>
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
      </div>
    </>
  );
}
