import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/* Signing in with a provider of OpenID Connect, and connecting an account with it. */

/** Why the provider of OpenID Connect did not sign somebody in. The pages have the words. */
export const providerRefusals = [
  'cancelled',
  'failed',
  'uninvited',
  'unverified',
  'connect-first',
  'taken',
  'one-factor',
  'another',
  'not-asked',
] as const;
export type ProviderRefusal = (typeof providerRefusals)[number];

/**
 * Starts a sign-in at the provider of OpenID Connect, where the browser goes next. It comes back to
 * `/auth/provider`, which signs in, or explains on the login page why it cannot.
 */
export const startProviderSignIn = endpoint('POST /api/auth/provider', {
  callsPerTenMinutes: 60,
  summary: 'Start a sign-in at the provider of OpenID Connect',
  records: { 'user.accepted': 'Accepted the invitation without a password' },
  tag: 'Sign-in',
  access: 'public',
  body: z.object({
    /** The page of this site to show afterward. */
    redirectTo: z.string().max(2_000, 'Too long').optional(),
  }),
  response: z.object({ url: z.string() }),
  errors: ['provider_off', 'provider_unavailable'],
});

/** Starts connecting your account with yours at the provider of OpenID Connect, where the browser goes next. */
export const connectProvider = endpoint('POST /api/account/provider', {
  recent: true,
  summary: 'Connect your account with the provider of OpenID Connect',
  records: { 'user.provider_connected': 'Connected an account for signing in' },
  tag: 'Account',
  access: 'signed-in',
  response: z.object({ url: z.string() }),
  errors: ['provider_off', 'provider_unavailable'],
});

/**
 * Starts proving anew at the provider who you are, as a confirmation for calls that require a recent one. The browser
 * goes to the address next, in a window of its own.
 */
export const confirmWithProvider = endpoint('POST /api/account/confirm/provider', {
  recent: false,
  summary: 'Confirm your identity at the provider of OpenID Connect',
  tag: 'Account',
  access: 'signed-in',
  response: z.object({ url: z.string() }),
  errors: ['provider_off', 'provider_unavailable'],
});

/** Disconnects it: the provider does not sign you in anymore. Does nothing if they are not connected. */
export const disconnectProvider = endpoint('DELETE /api/account/provider', {
  recent: true,
  summary: 'Disconnect your account from the provider of OpenID Connect',
  records: { 'user.provider_disconnected': 'Disconnected an account for signing in' },
  tag: 'Account',
  access: 'signed-in',
  errors: ['provider_off'],
});
