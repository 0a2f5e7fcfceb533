import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { email, messageBody, requiredLine } from '#contract/fields.ts';
import { passkeyAnswer, passkeyRequest } from '#contract/people/passkeys.ts';
import { someRoles, user } from '#contract/people/users.ts';
import {
  isAcceptablePassword,
  passwordMaxLength,
  passwordRuleMessage,
} from '#core/people/password-rule.ts';
import { rights } from '#core/people/rights.ts';

/** Who is signed in, and what they may do: no screen works that out by itself. */
export const currentUser = user.extend({
  roles: someRoles,
  allowed: z.array(z.enum(rights)),
  /** Everybody here needs a second factor, and this person has to set one up before anything else. */
  needsSecondFactor: z.boolean(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** A new password. The server also refuses the most common ones. */
export const newPassword = z
  .string({ error: 'Required' })
  .min(1, 'Required')
  .max(passwordMaxLength, `At most ${passwordMaxLength} characters`)
  .refine(isAcceptablePassword, passwordRuleMessage);

/** A password and its repetition, which is never sent to the server. */
export const newPasswordForm = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords must match',
    // Even while the password breaks the rule, so that both messages show at the same time.
    when: () => true,
  });

/** The secret of a link. The limit is longer than any that we create. */
export const linkToken = z
  .string({ error: 'Required' })
  .min(1, 'Required')
  .max(200, 'Not a token')
  .regex(/^[\w-]*$/, 'Not a token');

/** Who is signed in, or null. Nobody being signed in is not an error. */
export const getSession = endpoint('GET /api/auth', {
  summary: 'Show who is signed in; null if nobody is',
  tag: 'Sign-in',
  access: 'public',
  response: currentUser.nullable(),
});

/**
 * The same message for every failure; slowed down per account and per address. With two-factor sign-in, the right
 * password alone returns `second_factor_required`: the same call with a code or a passkey signs in.
 */
export const login = endpoint('POST /api/auth/login', {
  summary: 'Sign in',
  records: {
    'user.recovery_code_used': 'Used a recovery code',
    'session.started': 'Signed in',
    'session.guessing_stopped': 'Stopped somebody from guessing a password',
  },
  tag: 'Sign-in',
  access: 'public',
  // Not the email rule: the text either is an account's address or is not.
  body: z.object({
    email: z.string({ error: 'Required' }).max(254, 'Too long'),
    password: z.string({ error: 'Required' }).max(passwordMaxLength, 'Too long'),
    /** From the authenticator app, or a recovery code. */
    code: z.string().max(100, 'Too long').optional(),
    /** Instead of a code. */
    passkey: passkeyAnswer.optional(),
  }),
  response: currentUser,
  errors: [
    'wrong_credentials',
    'second_factor_required',
    'wrong_code',
    'wrong_passkey',
    'too_many_requests',
  ],
});

/** How somebody may sign in here, besides a password. */
export const getSignInWays = endpoint('GET /api/auth/ways', {
  summary: 'Show how somebody may sign in here',
  tag: 'Sign-in',
  access: 'public',
  response: z.object({
    /** Whether passkeys work at the address of this site. */
    passkeys: z.boolean(),
    /** What the provider of OpenID Connect is called; null if there is none. */
    provider: z.string().nullable(),
  }),
});

/** What a passkey has to sign, for {@link signInWithPasskey} or {@link login}. It works once, for five minutes. */
export const startPasskeySignIn = endpoint('POST /api/auth/passkey/challenge', {
  callsPerTenMinutes: 60,
  summary: 'Request what a passkey has to sign',
  tag: 'Sign-in',
  access: 'public',
  response: passkeyRequest,
  errors: ['passkey_refused'],
});

/** Signs in with a passkey alone: it has checked a fingerprint, a face, or a PIN. */
export const signInWithPasskey = endpoint('POST /api/auth/passkey', {
  summary: 'Sign in with a passkey',
  records: { 'user.passkey_refused': 'Refused a passkey that may have been copied' },
  tag: 'Sign-in',
  access: 'public',
  body: z.object({ passkey: passkeyAnswer }),
  response: currentUser,
  errors: ['wrong_passkey', 'too_many_requests'],
});

/** Ends the session. Does nothing without one. */
export const logout = endpoint('DELETE /api/auth/logout', {
  summary: 'Sign out',
  tag: 'Sign-in',
  access: 'public',
});

/** The same response and status for known and unknown addresses. */
export const forgotPassword = endpoint('POST /api/auth/forgot-password', {
  callsPerTenMinutes: 10,
  summary: 'Request an email with a link to choose a new password',
  tag: 'Sign-in',
  access: 'public',
  body: z.object({ email }),
  response: messageBody,
});

/** Sets the password with the secret of an invitation or reset link, which works once, and ends all sessions. */
export const resetPassword = endpoint('POST /api/auth/reset-password', {
  callsPerTenMinutes: 10,
  summary: 'Choose a password with the secret from a link',
  records: { 'user.password_chosen': 'Chose a password' },
  tag: 'Sign-in',
  access: 'public',
  body: z.object({ password: newPassword, token: linkToken }),
  response: messageBody,
  errors: ['invalid_token'],
});

/**
 * Whether the secret of an invitation or reset link works, without using it up. Says nothing about whose it is, and
 * nobody can guess one.
 */
export const checkPasswordLink = endpoint('POST /api/auth/check-password-link', {
  callsPerTenMinutes: 60,
  summary: 'Check whether a link to choose a password still works',
  tag: 'Sign-in',
  access: 'public',
  body: z.object({ token: linkToken }),
  response: z.object({
    /** What to do instead; null if the link works. */
    problem: z.string().nullable(),
  }),
});

/** Creates the first administrator with the one-time link that the first start prints, and signs in. */
export const setUpFirstAdministrator = endpoint('POST /api/auth/setup', {
  callsPerTenMinutes: 10,
  summary: 'Create the first administrator with the link that the server printed',
  records: { 'site.set_up': 'Set up the site' },
  tag: 'Sign-in',
  access: 'public',
  body: z.object({
    token: linkToken,
    firstName: requiredLine(100),
    lastName: requiredLine(100),
    email,
    password: newPassword,
  }),
  response: currentUser,
  status: 201,
  errors: ['invalid_token', 'setup_done'],
});
