import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredLine } from '#contract/fields.ts';
import { causeId } from '#contract/ids.ts';

/* Causes: listing, adding, and deleting them. */

/** A cause as other items refer to it. */
export const causeReference = z.object({ id: causeId, name: z.string() });
export type CauseReference = z.infer<typeof causeReference>;

/** A cause as the list shows it, with its numbers of donations and nominations. */
export const cause = causeReference.extend({
  /** Whether its donations pay for running costs, and may pay card costs. It stays as it was when the cause was added. */
  isForRunningCosts: z.boolean(),
  _count: z.object({ donations: z.int(), nominations: z.int() }),
});
export type Cause = z.infer<typeof cause>;

/** The form that adds a cause. */
export const causeInput = z.object({
  name: requiredLine(100),
  isForRunningCosts: z.boolean('Must be true or false').default(false),
});
export type CauseInput = z.infer<typeof causeInput>;

/** Every cause, sorted by name. Public, because donors and nominators choose one. */
export const listCauses = endpoint('GET /api/causes', {
  summary: 'List the causes',
  tag: 'Causes',
  access: 'public',
  response: z.array(cause),
});

/** Names are unique, ignoring case and surrounding spaces: 409 `cause_name_taken`. */
export const createCause = endpoint('POST /api/causes', {
  recent: false,
  summary: 'Add a cause',
  records: { 'cause.created': 'Added a cause' },
  tag: 'Causes',
  access: 'causes.write',
  body: causeInput,
  response: cause,
  status: 201,
  errors: ['cause_name_taken'],
});

/** Only for a cause without donations and nominations; otherwise 409 `cause_in_use`. */
export const deleteCause = endpoint('DELETE /api/causes/:id', {
  recent: false,
  summary: 'Delete a cause that is not in use',
  records: { 'cause.deleted': 'Deleted a cause' },
  tag: 'Causes',
  access: 'causes.write',
  params: idParams(causeId),
  errors: ['not_found', 'cause_in_use'],
});
