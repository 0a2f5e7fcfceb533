import { TextField } from '#web/site/shared/fields.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** An email address: with the right keypad and without autocorrection. */
export function EmailField({ isRequired = false }: { isRequired?: boolean }) {
  return (
    <TextField
      label="Email Address"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      aria-required={isRequired || undefined}
    />
  );
}

export function NameFields() {
  return (
    <FieldPair>
      <TextField
        label="First Name"
        name="firstName"
        autoComplete="given-name"
        aria-required="true"
      />
      <TextField
        label="Last Name"
        name="lastName"
        autoComplete="family-name"
        aria-required="true"
      />
    </FieldPair>
  );
}

interface ContactFieldsProps {
  /** Why we ask for the phone number and the zip code. */
  why: string;
}

/** How to reach the person at the browser, with autofill and the right keypads. */
export function ContactFields({ why }: ContactFieldsProps) {
  return (
    <>
      <NameFields />
      <EmailField isRequired />
      <FieldPair>
        <TextField
          label="Phone Number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          aria-required="true"
        />
        <TextField label="Zip Code" name="zip" autoComplete="postal-code" aria-required="true" />
      </FieldPair>
      <p className="soft">{why}</p>
    </>
  );
}
