import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/fields.ts';
import { firstStepNames, isByHand } from '#core/overview/first-steps.ts';

/* What is to be done on a new site before real money comes, and what of it is done. */

const shared = { tag: 'Dashboard', access: 'settings.write' } as const;

/** One of the first steps. */
export const firstStep = z.object({
  name: z.enum(firstStepNames),
  /** When it was done, or first seen done; null while it is to be done. */
  doneAt: timestamp.nullable(),
  /** Who says that it is done; null if the software saw it. */
  doneBy: z.string().nullable(),
});
export type FirstStep = z.infer<typeof firstStep>;

/** The first steps in their order. One that was done once stays done: what breaks later is an alert. */
export const listFirstSteps = endpoint('GET /api/first-steps', {
  ...shared,
  summary: 'List the first steps of a new site',
  response: z.array(firstStep),
});

/** Says of a step that only a person knows about that it is done, or takes that back. Doing so again does nothing. */
export const markFirstStep = endpoint('POST /api/first-steps', {
  ...shared,
  recent: false,
  summary: 'Mark a first step as done, or take that back',
  records: {
    'first_step.done': 'Marked a first step as done',
    'first_step.reopened': 'Marked a first step as not done',
  },
  body: z.object({
    step: z.enum(firstStepNames.filter(isByHand), 'Not a step that is done by hand'),
    isDone: z.boolean({ error: 'Must be yes or no' }),
  }),
});
