import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
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
  /** `false` where it is about somebody else: the browser's owner is not meant. */
  aboutOneself?: boolean;
}

/** The fields of {@link PersonValues}. */
export function PersonFields<Values extends PersonValues>({
  form,
  aboutOneself = true,
}: PersonFieldsProps<Values>) {
  const complete = (token: string) => (aboutOneself ? token : 'off');
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="First Name"
          name="firstName"
          autoComplete={complete('given-name')}
          aria-required="true"
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          name="lastName"
          autoComplete={complete('family-name')}
          aria-required="true"
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextInput
        label="Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete={complete('email')}
        autoCapitalize="off"
        spellCheck={false}
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
