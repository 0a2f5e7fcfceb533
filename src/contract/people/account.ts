import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, messageBody, timestamp } from '#contract/fields.ts';
import { sessionId } from '#contract/ids.ts';
import { newPassword, newPasswordForm } from '#contract/people/sign-in.ts';

/** How the signed-in administrator signs in, and in which browsers. */
export const account = z.object({
  /** Your next email address, which is not confirmed yet; null if there is none. */
  newEmail: z.string().nullable(),
  /** Two-factor sign-in; null while it is off. */
  secondFactor: z.object({ enabledAt: timestamp, recoveryCodesLeft: z.int() }).nullable(),
  /** The signed-in browsers, the most recently used one first. */
  sessions: z.array(
    z.object({
      id: sessionId,
      createdAt: timestamp,
      /** To the minute. */
      lastSeenAt: timestamp,
      /** Its name and system: "Firefox on Windows". */
      browser: z.string(),
      /** Whether it is the browser that made the request. */
      isCurrent: z.boolean(),
    }),
  ),
});
export type Account = z.infer<typeof account>;

/** A code from an authenticator app, or a recovery code. */
const code = z.string({ error: 'Required' }).trim().min(1, 'Required').max(100, 'Too long');
/** An existing password: any text that is not empty. */
const currentPassword = z.string({ error: 'Required' }).min(1, 'Required').max(1000, 'Too long');

/** The form that confirms an administrator's identity. */
export const identityConfirmation = z.object({ passwordOrCode: currentPassword });
/** The form that turns two-factor sign-in on. */
export const firstCode = z.object({ code });
/** What it takes to change your own password. */
export const passwordChange = z.object({ currentPassword, password: newPassword });
/** The form for it, with the repeated password, which is never sent to the server. */
export const passwordChangeForm = z.object({ currentPassword }).and(newPasswordForm);

/** Shown only once: only their hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** How you sign in, and your open sessions. */
export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'Show how and where you are signed in',
  tag: 'Account',
  access: 'signed-in',
  response: account,
});

/**
 * Confirms your identity, for calls that require a recent confirmation: with a code of your app or a recovery code if
 * two-factor sign-in is on, otherwise with your password.
 */
export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  recent: false,
  summary: 'Confirm your identity with your password or a code',
  tag: 'Account',
  access: 'signed-in',
  body: identityConfirmation,
  errors: ['wrong_credentials', 'wrong_code', 'too_many_requests'],
});

/** Changes your own password, and ends your other sessions. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  recent: 'with-second-factor',
  summary: 'Change your password',
  tag: 'Account',
  access: 'signed-in',
  body: passwordChange,
  response: messageBody,
  errors: ['wrong_credentials', 'too_many_requests'],
});

/** Creates a secret for an authenticator app, as text and as the address that its QR code contains. */
export const startSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor',
  recent: true,
  summary: 'Create a secret for your authenticator app',
  tag: 'Account',
  access: 'signed-in',
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_on'],
});

/** Turns two-factor sign-in on with a first code, and ends your other sessions. */
export const turnOnSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/second-factor/on',
  recent: true,
  summary: 'Turn two-factor sign-in on with a first code',
  tag: 'Account',
  access: 'signed-in',
  body: firstCode,
  response: recoveryCodes,
  errors: ['wrong_code', 'second_factor_on', 'second_factor_off'],
});

/** Turns two-factor sign-in off. */
export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/account/second-factor',
  recent: true,
  summary: 'Turn two-factor sign-in off',
  tag: 'Account',
  access: 'signed-in',
  errors: ['second_factor_off'],
});

/** Creates new recovery codes, which replace the earlier ones. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  recent: true,
  summary: 'Replace your recovery codes',
  tag: 'Account',
  access: 'signed-in',
  response: recoveryCodes,
  errors: ['second_factor_off'],
});

/** Ends one of your own sessions. */
export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  recent: false,
  summary: 'Sign out one of your browsers',
  tag: 'Account',
  access: 'signed-in',
  params: idParams(sessionId),
  errors: ['not_found'],
});

/** Ends all of your own sessions, including this one. */
export const signOutEverywhere = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  recent: false,
  summary: 'Sign out everywhere',
  tag: 'Account',
  access: 'signed-in',
});
