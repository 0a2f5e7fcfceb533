import { Button, TextInput } from '@mantine/core';
import { useTurnOnSecondFactor } from '#web/admin/queries/account.ts';
import classes from '#web/styles/account.module.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import formClasses from '#web/ui/fieldset.module.css';
import { QrCode } from '#web/ui/qr-code.tsx';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

const schema = import('#contract/people/account.ts').then((contract) => contract.firstCode);
schema.catch(() => {});

interface SecondFactorFormProps {
  secret: string;
  uri: string;
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** Brings the secret into an authenticator app and takes its first code. */
export function SecondFactorForm({ secret, uri, onCancel, onTurnedOn }: SecondFactorFormProps) {
  const turnOn = useTurnOnSecondFactor();
  const { form, onSubmit } = useSubmitForm({
    initialValues: { code: '' },
    schema: () => schema,
    async send({ code }) {
      onTurnedOn((await turnOn.mutateAsync(code)).recoveryCodes);
    },
  });
  return (
    <form
      className={classes.setUp}
      aria-label="Turn on two-factor sign-in"
      onSubmit={onSubmit}
      noValidate
    >
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className={`${formClasses.form} ${formClasses.tight}`}>
        <p>
          Scan the picture with an authenticator app on your phone, or enter this key there by hand:
        </p>
        <p className={classes.secret}>
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={secret} what="key" />
        </p>
        <TextInput
          label="Code"
          description="The six digits that the app shows now."
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-required="true"
          className={classes.code ?? ''}
          {...form.getInputProps('code')}
        />
        <div className={formClasses.actions}>
          <Button type="submit" loading={form.submitting}>
            Turn On
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}
