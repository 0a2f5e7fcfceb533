import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, paging, timestamp } from '#contract/fields.ts';
import { donationId } from '#contract/ids.ts';

/** A donation of test money, made before the site went live. It is in no books and never counted as real. */
export const testDonation = z.object({
  /** The id of the donation that it was. */
  id: donationId,
  /** When it was made. */
  createdAt: timestamp,
  /** In cents. */
  amount: z.int(),
  cause: z.string(),
  /** Null if the donor was not named. */
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  /** What it had been allocated to, and how much of that was spent; in cents. */
  allocations: z.array(z.object({ nominee: z.string(), amount: z.int(), spentAmount: z.int() })),
});
export type TestDonation = z.infer<typeof testDonation>;

/** The donations of test money that were taken out of the books, newest first. */
export const listTestDonations = endpoint('GET /api/test-donations', {
  summary: 'List the donations of test money',
  reads: 'test-donations',
  tag: 'Donations',
  access: 'contacts.read',
  query: z.object(paging),
  response: z.array(testDonation),
  paged: true,
});

/** Removes the record of a donation of test money for good. */
export const removeTestDonation = endpoint('DELETE /api/test-donations/:id', {
  recent: true,
  summary: 'Remove a donation of test money',
  records: { 'test_donation.removed': 'Removed a test donation' },
  tag: 'Donations',
  access: 'settings.write',
  params: idParams(donationId),
  errors: ['not_found'],
});
