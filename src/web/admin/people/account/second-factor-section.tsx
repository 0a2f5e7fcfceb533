import { Button, TextInput } from '@mantine/core';
import type { Account } from '#contract/people/account.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { AccountActions, AccountSection } from '#web/admin/people/account/account-section.tsx';
import classes from '#web/admin/people/account/second-factor-section.module.css';
import { useFactorRemoval } from '#web/admin/people/account/use-factor-removal.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { QrCode } from '#web/admin/ui/qr-code.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';
import { Fields, FormActions } from '#web/ui/form-layout.tsx';
import { StatusMark } from '#web/ui/status-mark.tsx';

interface SectionProps {
  account: Account | undefined;
  onCodes: (codes: string[]) => void;
}

/** Says whether two-factor sign-in is on, sets up the app and removes it, and renews the recovery codes. */
export function SecondFactorSection({ account, onCodes }: SectionProps) {
  const start = useSend(endpoints.startSecondFactor, { changes: false });
  if (account === undefined)
    return <AccountSection title="Two-Factor Sign-In">{null}</AccountSection>;
  const { authenticatorApp: app, passkeys, recoveryCodesLeft } = account;
  const isOn = app !== null || passkeys.length > 0;
  return (
    <AccountSection title="Two-Factor Sign-In">
      {app && <StatusMark shape="tick" word={`On since ${formatDate(app.enabledAt)}`} />}
      {app === null && isOn && <StatusMark shape="tick" word="On, with passkeys" />}
      {!isOn && !start.data && (
        <>
          <StatusMark shape="ring" word="Off" />
          <p>
            Turn it on, and a stolen password is no longer enough: signing in also requires a code
            that only your phone can show, or a passkey.
          </p>
        </>
      )}
      {isOn && (
        <p>
          You have {recoveryCodesLeft} recovery {recoveryCodesLeft === 1 ? 'code' : 'codes'} left.
          New codes replace the old ones.
        </p>
      )}
      {!start.data && (
        <AccountActions>
          {isOn && <RenewButton onCodes={onCodes} />}
          {app === null ? (
            <Button
              variant={isOn ? 'default' : 'filled'}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {isOn ? 'Set Up an App' : 'Set Up'}
            </Button>
          ) : (
            <TurnOff hasPasskeys={passkeys.length > 0} />
          )}
        </AccountActions>
      )}
      {app === null && start.data && (
        <SecondFactorForm
          {...start.data}
          onCancel={start.reset}
          onTurnedOn={(recoveryCodes) => {
            onCodes(recoveryCodes);
            start.reset();
          }}
        />
      )}
    </AccountSection>
  );
}

function RenewButton({ onCodes }: Pick<SectionProps, 'onCodes'>) {
  const renew = useSend(endpoints.renewRecoveryCodes, {
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
      New Recovery Codes
    </Button>
  );
}

function TurnOff({ hasPasskeys }: { hasPasskeys: boolean }) {
  const turnOff = useFactorRemoval(
    endpoints.turnOffSecondFactor,
    'The authenticator app was removed',
  );
  const question = useModal('turn-off');
  return (
    <>
      <Button variant="default" onClick={() => question.open()}>
        {hasPasskeys ? 'Remove the App' : 'Turn Off'}
      </Button>
      <ConfirmModal
        title={hasPasskeys ? 'Remove the App' : 'Turn Off Two-Factor Sign-In'}
        text={
          hasPasskeys
            ? 'Its codes stop working. Your passkeys and your recovery codes stay.'
            : 'After that, your password alone signs you in.'
        }
        action={hasPasskeys ? 'Remove' : 'Turn Off'}
        {...question.dialog}
        onConfirm={async () => {
          await turnOff.mutateAsync();
          focusContent();
        }}
      />
    </>
  );
}

interface SecondFactorFormProps {
  secret: string;
  uri: string;
  onCancel: () => void;
  onTurnedOn: (recoveryCodes: string[]) => void;
}

/** Passes the secret to an authenticator app and asks for its first code. */
function SecondFactorForm({ secret, uri, onCancel, onTurnedOn }: SecondFactorFormProps) {
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
