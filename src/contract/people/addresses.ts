import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { messageBody } from '#contract/fields.ts';
import { linkToken } from '#contract/people/sign-in.ts';

/* The links in emails about a new address of an account: confirming it, or stopping the change. */

const shared = {
  tag: 'Sign-in',
  access: 'public',
  callsPerTenMinutes: 10,
  body: z.object({ token: linkToken }),
  response: messageBody,
} as const;

/**
 * Opens a link from one of the emails about a new address of an account: the owner agrees, or the new address is
 * confirmed. Once both has happened, the new address counts.
 */
export const confirmAddress = endpoint('POST /api/auth/confirm-address', {
  ...shared,
  summary: 'Agree to a new email address, or confirm it',
  errors: ['invalid_token', 'email_taken'],
});

/** Stops a change of address with the link in the email to the current one. */
export const stopAddressChange = endpoint('POST /api/auth/stop-address-change', {
  ...shared,
  summary: 'Stop a change of email address',
  errors: ['invalid_token'],
});
