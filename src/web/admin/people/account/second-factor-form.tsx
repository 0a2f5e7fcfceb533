import { TextInput } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import classes from '#web/admin/people/account/second-factor-form.module.css';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { QrCode } from '#web/admin/ui/qr-code.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { Fields, FormActions } from '#web/ui/form-layout.tsx';

interface SecondFactorFormProps {
  secret: string;
  uri: string;
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** Passes the secret to an authenticator app and asks for its first code. */
export function SecondFactorForm({ secret, uri, onCancel, onTurnedOn }: SecondFactorFormProps) {
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.turnOnSecondFactor,
    initialValues: { code: '' },
    said: 'Two-factor sign-in is on',
    onDone: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
  });
  return (
    <form
      className={`grid gap-8 gap-y-6 ${classes.setUp}`}
      aria-label="Turn on two-factor sign-in"
      onSubmit={onSubmit}
      noValidate
    >
      <QrCode text={uri} label="QR code for your authenticator app" />
      <Fields>
        <p>
          Scan the QR code with an authenticator app on your phone, or enter this key there
          manually:
        </p>
        <p className={`row unwrapped gap-1 center anywhere ${classes.secret}`}>
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
        <FormActions>
          <SubmitButtons action="Turn On" loading={form.submitting} onCancel={onCancel} />
        </FormActions>
      </Fields>
    </form>
  );
}
