import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** What came in during the last 7 days (7 × 24 hours up to now). */
export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: 'Count the donations and nominations of the last 7 days',
  tag: 'Dashboard',
  access: 'administrator',
  response: z.object({ donationsLast7Days: z.int(), nominationsLast7Days: z.int() }),
});
