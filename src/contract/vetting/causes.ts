import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredLine } from '#contract/fields.ts';
import { causeId } from '#contract/ids.ts';

/** A cause where another thing refers to it. */
export const causeReference = z.object({ id: causeId, name: z.string() });

/** A cause as the list shows it, with how many donations and nominations name it. */
export const cause = causeReference.extend({
  _count: z.object({ donations: z.int(), nominations: z.int() }),
});
/** {@link cause} as a type. */
export type Cause = z.infer<typeof cause>;

/** The form that adds a cause. */
export const causeInput = z.object({ name: requiredLine(100) });

/** Every cause, by name. Public: the donation and nomination forms choose from it. */
export const listCauses = endpoint({
  method: 'GET',
  path: '/api/causes',
  summary: 'List the causes',
  tag: 'Causes',
  access: 'public',
  response: z.array(cause),
});

/** Names are unique, ignoring case and outer spaces: 409 `cause_name_taken`. */
export const createCause = endpoint({
  method: 'POST',
  path: '/api/causes',
  summary: 'Add a cause',
  tag: 'Causes',
  access: 'administrator',
  body: causeInput,
  response: cause,
  status: 201,
  errors: ['cause_name_taken'],
});

/** Only a cause with no donations and no nominations: else 409 `cause_in_use`. */
export const deleteCause = endpoint({
  method: 'DELETE',
  path: '/api/causes/:id',
  summary: 'Delete a cause that is not in use',
  tag: 'Causes',
  access: 'administrator',
  params: idParams(causeId),
  errors: ['not_found', 'cause_in_use'],
});
