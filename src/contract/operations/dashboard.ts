import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** What a new site needs before it can do its work; true once it is done. */
export const firstSteps = z.object({
  causes: z.boolean(),
  colleague: z.boolean(),
  payments: z.boolean(),
  mail: z.boolean(),
});
/** {@link firstSteps} as a type. */
export type FirstSteps = z.infer<typeof firstSteps>;

/** What came in during the last 7 days (7 × 24 hours up to now), and what the site still needs. */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'Count the donations and nominations of the last 7 days',
  tag: 'Dashboard',
  access: 'administrator',
  response: z.object({
    donationsLast7Days: z.int(),
    nominationsLast7Days: z.int(),
    firstSteps,
  }),
});
