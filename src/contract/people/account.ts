import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, messageBody, requiredLine, timestamp } from '#contract/fields.ts';
import { passkeyId, sessionId } from '#contract/ids.ts';
import {
  newPasskey,
  passkeyAnswer,
  passkeyCreation,
  passkeyRequest,
} from '#contract/people/passkeys.ts';
import { newPassword, newPasswordForm } from '#contract/people/sign-in.ts';

/** How the signed-in administrator signs in, and in which browsers. */
export const account = z.object({
  /** Your next email address, which is not confirmed yet; null if there is none. */
  newEmail: z.string().nullable(),
  /** The authenticator app; null if there is none. */
  authenticatorApp: z.object({ enabledAt: timestamp }).nullable(),
  /** The oldest one first. */
  passkeys: z.array(
    z.object({
      id: passkeyId,
      name: z.string(),
      createdAt: timestamp,
      lastUsedAt: timestamp.nullable(),
    }),
  ),
  /** Why no passkey can be added; null if one can. */
  passkeyProblem: z.string().nullable(),
  /** Each takes the place of the second factor once. There are none without a second factor. */
  recoveryCodesLeft: z.int(),
  /** Whether you have chosen a password here; whoever signs in with the provider need not. */
  hasPassword: z.boolean(),
  /** The provider of OpenID Connect, and since when this account is connected with it; null if there is none. */
  provider: z.object({ name: z.string(), connectedAt: timestamp.nullable() }).nullable(),
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

/** The form that names a passkey. */
export const passkeyName = z.object({ name: requiredLine(60) });
/** The form that confirms an administrator's identity. */
const identityConfirmation = z.object({ passwordOrCode: currentPassword });
/** The form that turns two-factor sign-in on. */
export const firstCode = z.object({ code });
/** What it takes to change your own password. */
export const passwordChange = z.object({ currentPassword, password: newPassword });
/** The form for it, with the repeated password, which is never sent to the server. */
export const passwordChangeForm = z.object({ currentPassword }).and(newPasswordForm);

/** Shown only once: only their hashes are stored. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** The same with the first second factor; null with another one: the codes that there are go on working. */
const firstRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });

/** How you sign in, and your open sessions. */
export const getAccount = endpoint('GET /api/account', {
  summary: 'Show how and where you are signed in',
  tag: 'Account',
  access: 'signed-in',
  withoutSecondFactor: true,
  response: account,
});

/**
 * Confirms your identity, for calls that require a recent confirmation: with a code of your app or a recovery code if
 * two-factor sign-in is on, otherwise with your password.
 */
export const confirmIdentity = endpoint('POST /api/account/confirm', {
  recent: false,
  summary: 'Confirm your identity with your password or a code',
  tag: 'Account',
  access: 'signed-in',
  withoutSecondFactor: true,
  body: identityConfirmation,
  errors: ['wrong_credentials', 'wrong_code', 'too_many_requests'],
});

/** What one of your passkeys has to sign, for {@link confirmWithPasskey}. */
export const startPasskeyConfirmation = endpoint('POST /api/account/confirm/challenge', {
  recent: false,
  summary: 'Request what one of your passkeys has to sign',
  tag: 'Account',
  access: 'signed-in',
  response: passkeyRequest,
  errors: ['passkey_refused'],
});

/** Confirms your identity with one of your passkeys, as {@link confirmIdentity} does with a code. */
export const confirmWithPasskey = endpoint('POST /api/account/confirm/passkey', {
  recent: false,
  summary: 'Confirm your identity with a passkey',
  tag: 'Account',
  access: 'signed-in',
  body: z.object({ passkey: passkeyAnswer }),
  errors: ['wrong_passkey', 'too_many_requests'],
});

/** Changes your own password, and ends your other sessions. */
export const changePassword = endpoint('POST /api/account/password', {
  recent: 'with-second-factor',
  summary: 'Change your password',
  records: { 'user.password_changed': 'Changed their password' },
  tag: 'Account',
  access: 'signed-in',
  body: passwordChange,
  response: messageBody,
  errors: ['wrong_credentials', 'too_many_requests'],
});

/** Creates a secret for an authenticator app, as text and as the address that its QR code contains. */
export const startSecondFactor = endpoint('POST /api/account/second-factor', {
  recent: true,
  summary: 'Create a secret for your authenticator app',
  tag: 'Account',
  access: 'signed-in',
  withoutSecondFactor: true,
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['second_factor_on'],
});

/** Sets the app up with a first code, and ends your other sessions. New recovery codes replace earlier ones. */
export const turnOnSecondFactor = endpoint('POST /api/account/second-factor/on', {
  recent: true,
  summary: 'Set up your authenticator app with a first code',
  records: { 'user.two_factor_on': 'Turned two-factor sign-in on' },
  tag: 'Account',
  access: 'signed-in',
  withoutSecondFactor: true,
  body: firstCode,
  response: recoveryCodes,
  errors: ['wrong_code', 'second_factor_on', 'second_factor_off'],
});

/** Removes the authenticator app. */
export const turnOffSecondFactor = endpoint('DELETE /api/account/second-factor', {
  recent: true,
  summary: 'Remove your authenticator app',
  records: { 'user.two_factor_off': 'Turned two-factor sign-in off' },
  tag: 'Account',
  access: 'signed-in',
  errors: ['second_factor_off'],
});

/** Creates new recovery codes, which replace the earlier ones. */
export const renewRecoveryCodes = endpoint('POST /api/account/recovery-codes', {
  recent: true,
  summary: 'Replace your recovery codes',
  records: { 'user.recovery_codes_made': 'Created new recovery codes' },
  tag: 'Account',
  access: 'signed-in',
  response: recoveryCodes,
  errors: ['second_factor_off'],
});

/** What your browser makes a passkey from, for {@link addPasskey}. */
export const startPasskey = endpoint('POST /api/account/passkeys/challenge', {
  recent: true,
  summary: 'Request what your browser makes a passkey from',
  tag: 'Account',
  access: 'signed-in',
  withoutSecondFactor: true,
  response: passkeyCreation,
  errors: ['passkey_refused'],
});

/** Adds a passkey. The first second factor ends your other sessions. */
export const addPasskey = endpoint('POST /api/account/passkeys', {
  recent: true,
  summary: 'Add a passkey',
  records: { 'user.passkey_added': 'Added a passkey' },
  tag: 'Account',
  access: 'signed-in',
  withoutSecondFactor: true,
  body: passkeyName.extend({ newPasskey }),
  response: firstRecoveryCodes,
  status: 201,
  errors: ['passkey_refused'],
});

/** Gives one of your passkeys another name. */
export const renamePasskey = endpoint('POST /api/account/passkeys/:id', {
  recent: false,
  summary: 'Rename a passkey',
  records: { 'user.passkey_renamed': 'Renamed a passkey' },
  tag: 'Account',
  access: 'signed-in',
  params: idParams(passkeyId),
  body: passkeyName,
  errors: ['not_found'],
});

/** Removes one of your passkeys: it does not sign you in anymore. */
export const removePasskey = endpoint('DELETE /api/account/passkeys/:id', {
  recent: true,
  summary: 'Remove a passkey',
  records: { 'user.passkey_removed': 'Removed a passkey' },
  tag: 'Account',
  access: 'signed-in',
  params: idParams(passkeyId),
  errors: ['not_found'],
});

/** Ends one of your own sessions. */
export const endOneSession = endpoint('DELETE /api/account/sessions/:id', {
  recent: false,
  summary: 'Sign out one of your browsers',
  records: { 'session.ended': 'Ended a session' },
  tag: 'Account',
  access: 'signed-in',
  params: idParams(sessionId),
  errors: ['not_found'],
});

/** Ends all of your own sessions, including this one. */
export const signOutEverywhere = endpoint('DELETE /api/account/sessions', {
  recent: false,
  summary: 'Sign out everywhere',
  records: { 'session.ended_everywhere': 'Signed out everywhere' },
  tag: 'Account',
  access: 'signed-in',
});
