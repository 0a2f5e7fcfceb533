import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { messageBody } from '#contract/fields.ts';

/* The links in an email about another address of a donor: stopping the change, or agreeing to it. */

/** The secret of the link that was mailed to the former address of a donor. */
const body = z.object({
  token: z.string({ error: 'Required' }).min(1, 'Required').max(200, 'At most 200 characters'),
});

const shared = {
  tag: 'Donors',
  access: 'public',
  // A person needs one, and guessing links is hopeless.
  callsPerTenMinutes: 60,
  body,
} as const;

/**
 * Takes a change of a donor's address back, with everything that was changed after it, and tells the team. 400 for a link
 * that is unknown or too old, 409 once it was taken back, or if another donor has the former address by now.
 */
export const stopDonorChange = endpoint('POST /api/donor-changes/stop', {
  ...shared,
  summary: 'Stop a change of the address of your donations',
  response: messageBody,
  errors: ['invalid_token', 'change_taken_back', 'donor_address_taken', 'donor_erased'],
});

/** Agrees to another address, so that links which are sent to it work at once. Refusals as for {@link stopDonorChange}. */
export const agreeToDonorChange = endpoint('POST /api/donor-changes/agree', {
  ...shared,
  summary: 'Agree to another address of your donations',
  records: { 'donor.change_agreed': 'Agreed to another address of a donor' },
  response: messageBody,
  errors: ['invalid_token', 'change_taken_back'],
});
