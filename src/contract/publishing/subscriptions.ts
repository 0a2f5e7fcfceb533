import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { email, honeypot, idParams, messageBody, token } from '#contract/fields.ts';
import { nominationId } from '#contract/ids.ts';

/* Following a need by email: asking, confirming, and unsubscribing. */

/**
 * Emails a link to an address that wants updates about an open need. The response is the same for every address,
 * whether it follows the need already or has had too many emails. An address that nobody confirms within
 * {@link daysToConfirm} days is deleted.
 */
export const followNeed = endpoint('POST /api/impact/needs/:id/follow', {
  callsPerTenMinutes: 30,
  form: 'follow',
  summary: 'Ask for email updates about a need',
  tag: 'Updates',
  access: 'public',
  params: idParams(nominationId),
  body: z.object({ email, website: honeypot }),
  response: messageBody,
  errors: ['not_found', 'need_not_open'],
});

/** How long the link of {@link followNeed} works, in days. */
export const daysToConfirm = 3;

/** Confirms that the address that the link was mailed to follows a need. Any number of times. */
export const confirmFollow = endpoint('POST /api/confirm-follow', {
  // A person needs one or two, and guessing links is hopeless.
  callsPerTenMinutes: 60,
  summary: 'Confirm email updates about a need',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: z.object({
    message: z.string(),
    /** The need that is followed; null while it is not public. */
    need: z.object({ id: nominationId, name: z.string() }).nullable(),
  }),
  errors: ['invalid_token'],
});

/**
 * Stops email updates to the address that the link was mailed to. Donation receipts and replies still arrive. The
 * address of somebody who only followed needs is deleted.
 */
export const unsubscribe = endpoint('POST /api/unsubscribe', {
  callsPerTenMinutes: 60,
  summary: 'Stop email updates',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: z.object({
    message: z.string(),
    /** Whether the address was deleted, so that {@link subscribeAgain} cannot undo it. */
    isForgotten: z.boolean(),
  }),
  errors: ['invalid_token'],
});

/** Undoes {@link unsubscribe}, with the same link; `invalid_token` once the address was deleted. */
export const subscribeAgain = endpoint('POST /api/subscribe-again', {
  callsPerTenMinutes: 60,
  summary: 'Restart email updates',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token'],
});
