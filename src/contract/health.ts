import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** Answers 200 as soon as the server can do its work. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Is the server alive?',
  tag: 'Operations',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
});
