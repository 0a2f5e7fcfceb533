import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents } from '#contract/fields.ts';

/* What the dashboard counts, and where all money is. */

/** What came in during the last 7 days (7 × 24 hours up to now), and where all money is now. */
export const getDashboard = endpoint('GET /api/dashboard', {
  summary: 'Show the dashboard figures',
  tag: 'Dashboard',
  access: 'lists.read',
  response: z.object({
    donationsLast7Days: z.int(),
    nominationsLast7Days: z.int(),
    /** In cents, as the public reads it: given less returned is waiting, allocated, and spent, less what is uncovered. */
    money: z.object({
      given: balanceCents,
      returned: balanceCents,
      waiting: balanceCents,
      /** Allocated to needs and not spent yet. */
      allocated: balanceCents,
      spent: balanceCents,
      /** Spent before the books were kept here. */
      spentBefore: balanceCents,
    }),
    /** What the last statements of the bank accounts end with, and the earliest of their days; null without any. */
    bank: z.object({ cents: z.int(), day: z.iso.date() }).nullable(),
  }),
});
