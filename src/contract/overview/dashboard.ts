import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/* What the dashboard counts, and the first steps of a new site. */

/** The first steps of a new site; true once one is done. */
export const firstSteps = z.object({
  causes: z.boolean(),
  colleague: z.boolean(),
  payments: z.boolean(),
  mail: z.boolean(),
  backupKey: z.boolean(),
  social: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

/** What came in during the last 7 days (7 × 24 hours up to now), and which first steps are left. */
export const getDashboard = endpoint('GET /api/dashboard', {
  summary: 'Show the dashboard figures',
  tag: 'Dashboard',
  access: 'lists.read',
  response: z.object({
    donationsLast7Days: z.int(),
    nominationsLast7Days: z.int(),
    firstSteps,
  }),
});
