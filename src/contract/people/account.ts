import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, messageBody, timestamp } from '#contract/fields.ts';
import { sessionId } from '#contract/ids.ts';
import { newPassword, newPasswordForm } from '#contract/people/sign-in.ts';

/** How whoever is signed in signs in, and where they are signed in. */
export const account = z.object({
  /** Two-factor sign-in; null while it is off. */
  secondFactor: z.object({ enabledAt: timestamp, recoveryCodesLeft: z.int() }).nullable(),
  /** The browsers that are signed in, the one used last first. */
  sessions: z.array(
    z.object({
      id: sessionId,
      createdAt: timestamp,
      /** To the minute. */
      lastSeenAt: timestamp,
      /** Its family and system: "Firefox on Windows". */
      browser: z.string(),
      /** It is the one that asks. */
      isCurrent: z.boolean(),
    }),
  ),
});
/** {@link account} as a type. */
export type Account = z.infer<typeof account>;

/** A code of an authenticator app, or whatever else is typed as one. */
const code = z.string({ error: 'Required' }).trim().min(1, 'Required').max(100, 'Too long');
/** A password that exists: no rule but that there is one. */
const currentPassword = z.string({ error: 'Required' }).min(1, 'Required').max(1000, 'Too long');

/** The form that shows that it is still the same person. */
export const identityConfirmation = z.object({ passwordOrCode: currentPassword });
/** The form that turns two-factor sign-in on. */
export const firstCode = z.object({ code });
/** What changing one's own password takes. */
export const passwordChange = z.object({ currentPassword, password: newPassword });
/** The form for it, with the repetition that the server never sees. */
export const passwordChangeForm = z.object({ currentPassword }).and(newPasswordForm);

/** Shown this once: afterwards only their hashes are kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** One's own way to sign in, and one's open sessions. */
export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'Show how and where you are signed in',
  tag: 'Account',
  access: 'administrator',
  response: account,
});

/** Proves who one is, with the password or a code, for what needs a recent proof. */
export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  summary: 'Confirm with your password or a code that it is you',
  tag: 'Account',
  access: 'administrator',
  body: identityConfirmation,
  errors: ['wrong_credentials', 'wrong_code', 'too_many_requests'],
});

/** Changes one's own password; one's other sessions end. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Change your password',
  tag: 'Account',
  access: 'administrator',
  body: passwordChange,
  response: messageBody,
  errors: ['wrong_credentials', 'too_many_requests'],
});

/** Makes a secret for an authenticator app, as text and as the address that its picture holds. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor',
  summary: 'Get a secret for your authenticator app',
  tag: 'Account',
  access: 'administrator',
  recent: true,
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_on'],
});

/** Turns two-factor sign-in on with a first code; one's other sessions end. */
export const turnOnSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/on',
  summary: 'Turn two-factor sign-in on with a first code',
  tag: 'Account',
  access: 'administrator',
  recent: true,
  body: firstCode,
  response: recoveryCodes,
  errors: ['wrong_code', 'second_factor_on', 'second_factor_off'],
});

/** Turns two-factor sign-in off. */
export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/account/second-factor',
  summary: 'Turn two-factor sign-in off',
  tag: 'Account',
  access: 'administrator',
  recent: true,
  errors: ['second_factor_off'],
});

/** Makes new recovery codes; the ones before are void. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  summary: 'Get new recovery codes',
  tag: 'Account',
  access: 'administrator',
  recent: true,
  response: recoveryCodes,
  errors: ['second_factor_off'],
});

/** Ends one of one's own sessions. */
export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Sign out one of your browsers',
  tag: 'Account',
  access: 'administrator',
  params: idParams(sessionId),
  errors: ['not_found'],
});

/** Ends all of one's own sessions, this one too. */
export const signOutEverywhere = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Sign out everywhere',
  tag: 'Account',
  access: 'administrator',
});
