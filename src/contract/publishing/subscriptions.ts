import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { messageBody } from '#contract/fields.ts';

/** The secret of the unsubscribe link in a mail. */
const token = z.string({ error: 'Required' }).min(1, 'Required').max(200);

/** Stops email updates to the address that the link was mailed to. Donation receipts and replies still arrive. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  summary: 'Stop email updates',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'too_many_requests'],
});

/** Undoes {@link unsubscribe}, with the same link. */
export const subscribeAgain = endpoint({
  method: 'POST',
  path: '/api/subscribe-again',
  summary: 'Restart email updates',
  tag: 'Updates',
  access: 'public',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token', 'too_many_requests'],
});
