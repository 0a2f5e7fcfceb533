import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import {
  useLogin,
  useLoginWithPasskey,
  usePasskeySignIn,
  useProviderSignIn,
  useSignInWays,
} from '#web/admin/client/session.ts';
import classes from '#web/admin/people/sign-in/login-form.module.css';
import { EmailField } from '#web/admin/shared/email-field.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { isRefusal } from '#web/client/api-client.ts';
import { FormActions, StackedForm } from '#web/ui/form-layout.tsx';

/** Signs in with email and password, and offers the other ways. */
export function LoginForm() {
  const login = useLogin();
  const withPasskey = useLoginWithPasskey();
  const hasPasskeys = useSignInWays().data?.passkeys ?? false;
  const [asksForCode, setAsksForCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asksForCode) codeField.current?.focus();
  }, [asksForCode]);
  const { form, onSubmit } = useSubmitForm({
    initialValues: { email: '', password: '', code: '' },
    async send({ code, ...credentials }) {
      try {
        await login.mutateAsync(asksForCode ? { ...credentials, code } : credentials);
      } catch (error) {
        if (isRefusal(error, 'second_factor_required')) setAsksForCode(true);
        throw error;
      }
    },
  });
  return (
    <>
      <StackedForm isTight onSubmit={onSubmit}>
        <EmailField autoComplete="username" {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
          {...form.getInputProps('password')}
        />
        {asksForCode && (
          <TextInput
            ref={codeField}
            label="Code"
            description="The current code from your authenticator app, or one of your recovery codes."
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            {...form.getInputProps('code')}
          />
        )}
        <FormActions>
          <Button type="submit" size="lg" loading={form.submitting}>
            Login
          </Button>
          {asksForCode && hasPasskeys && (
            <Button
              variant="default"
              size="lg"
              loading={withPasskey.isPending}
              onClick={() => {
                const { email, password } = form.getValues();
                withPasskey.mutate({ email, password });
              }}
            >
              Use a Passkey
            </Button>
          )}
          <Link to={paths.forgotPassword}>Forgot your password?</Link>
        </FormActions>
      </StackedForm>
      {!asksForCode && <OtherWays />}
    </>
  );
}

/** The ways to sign in without a password, as far as there are any. */
function OtherWays() {
  const [query] = useSearchParams();
  const { passkeys = false, provider = null } = useSignInWays().data ?? {};
  const passkey = usePasskeySignIn();
  const leave = useProviderSignIn();
  if (!passkeys && provider === null) return null;
  return (
    <section
      className={`row lined gap-4 above-8 max-34 ${classes.others}`}
      aria-label="Other ways to sign in"
    >
      {passkeys && (
        <Button
          variant="default"
          size="lg"
          loading={passkey.isPending}
          onClick={() => passkey.mutate(undefined)}
        >
          Sign In with a Passkey
        </Button>
      )}
      {provider !== null && (
        <Button
          variant="default"
          size="lg"
          // The page goes away: nobody should press it twice meanwhile.
          loading={leave.isPending || leave.isSuccess}
          onClick={() => leave.mutate(query.get('redirectTo'))}
        >
          Sign In with {provider}
        </Button>
      )}
    </section>
  );
}
