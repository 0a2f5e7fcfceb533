import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** Answers 200 as soon as the server can do its work, and as long as the process lives: for whoever restarts it. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Is the server alive?',
  tag: 'Operations',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
});

/**
 * Answers 503 with what is wrong in `fields` while the server cannot or should not do its work, and says what is
 * wrong otherwise: for whoever sends it visitors, and for whoever watches it.
 */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/ready',
  summary: 'Can the server do its work?',
  tag: 'Operations',
  access: 'public',
  response: z.object({
    status: z.enum(['ready', 'warning']),
    /** What needs a look, by the name of the check. */
    warnings: z.record(z.string(), z.string()),
  }),
  errors: ['not_ready'],
});
