import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/* Whether the server runs, and whether it can work: health and readiness for monitoring. */

/** Returns 200 from the moment the server can work until its process ends. For whatever restarts the server. */
export const getHealth = endpoint('GET /api/health', {
  summary: 'Check that the server is alive',
  tag: 'Operations',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
});

/**
 * Returns 503, with the problems in `fields`, while the server cannot or should not work, and otherwise 200 with
 * warnings. For load balancers and monitoring.
 */
export const getReadiness = endpoint('GET /api/ready', {
  summary: 'Check that the server can work',
  tag: 'Operations',
  access: 'public',
  response: z.object({
    status: z.enum(['ready', 'warning']),
    /** Problems that visitors do not notice, by the name of the check. */
    warnings: z.record(z.string(), z.string()),
  }),
  errors: ['not_ready'],
});
