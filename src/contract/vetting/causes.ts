import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalText, requiredLine } from '#contract/fields.ts';
import { causeId } from '#contract/ids.ts';
import { causeStates } from '#core/vetting/cause-states.ts';

/* Causes: listing, adding, changing, and deleting them. */

/** A cause as other items refer to it. */
export const causeReference = z.object({ id: causeId, name: z.string() });
export type CauseReference = z.infer<typeof causeReference>;

/** A cause as the list shows it, with its numbers of donations and nominations. */
export const cause = causeReference.extend({
  /** What donors and nominators read about it where they choose one. */
  description: z.string(),
  /** Only an open one can be chosen for new donations and nominations. */
  state: z.enum(causeStates),
  /** Where recurring donations to it go, if it is closed. */
  plansToId: causeId.nullable(),
  /** Rises with each change: whoever changes it says which one they saw. */
  revision: z.int(),
  /** Whether its donations pay for running costs, and may pay card costs. It stays as it was when the cause was added. */
  isForRunningCosts: z.boolean(),
  _count: z.object({ donations: z.int(), nominations: z.int() }),
});
export type Cause = z.infer<typeof cause>;

/** With single spaces, as a page shows it: two names that look the same are the same. */
const name = requiredLine(100).overwrite((text) => text.replaceAll(/\s+/gu, ' '));
const seen = { revision: z.int('Must be a number') };

/** The form that adds a cause. */
export const causeInput = z.object({
  name,
  isForRunningCosts: z.boolean('Must be true or false').default(false),
});
export type CauseInput = z.infer<typeof causeInput>;

/** Every cause in the order of the forms, also those that cannot be chosen. Public, because donors and nominators choose one. */
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

const ofCause = {
  recent: false,
  tag: 'Causes',
  access: 'causes.write',
  params: idParams(causeId),
  response: cause,
} as const;

/**
 * Its new name stands everywhere from then on, also beside what was given before; the audit trail has the old one. A new
 * name for what people gave to takes a second person, and is never one that another cause had.
 */
export const changeCause = endpoint('POST /api/causes/:id', {
  ...ofCause,
  recent: true,
  approval: 'cause_name',
  summary: 'Rename or describe a cause',
  records: { 'cause.changed': 'Renamed or described a cause' },
  body: z.object({ ...seen, name, description: optionalText(300) }),
  errors: ['not_found', 'cause_changed', 'cause_name_taken'],
});

/** Nobody can choose it for new donations and nominations. Recurring donations go on, and so does whatever is under way. */
export const hideCause = endpoint('POST /api/causes/:id/hide', {
  ...ofCause,
  summary: 'Hide a cause from new donations',
  records: { 'cause.hidden': 'Hid a cause from new donations' },
  body: z.object(seen),
  errors: ['not_found', 'cause_changed', 'last_open_cause'],
});

/**
 * As hiding it; its recurring donations go to another cause besides, of which their donors are told 14 days before. What
 * was given to it stays with it, and can still be allocated. A donation that is being paid for is booked, and told.
 */
export const closeCause = endpoint('POST /api/causes/:id/close', {
  ...ofCause,
  recent: true,
  summary: 'Close a cause',
  records: { 'cause.closed': 'Closed a cause' },
  body: z.object({ ...seen, plansToId: causeId }),
  errors: ['not_found', 'cause_changed', 'last_open_cause'],
});

/** Also one that is closed. Recurring donations that have left it, or are about to, do not come back by that. */
export const openCause = endpoint('POST /api/causes/:id/open', {
  ...ofCause,
  summary: 'Open a cause again',
  records: { 'cause.opened': 'Opened a cause again' },
  body: z.object(seen),
  errors: ['not_found', 'cause_changed'],
});

/** Swaps it with the one before or after it, `past`: 409 `cause_changed` if something else stands there by now. */
export const placeCause = endpoint('POST /api/causes/:id/place', {
  ...ofCause,
  summary: 'Move a cause up or down on the forms',
  records: { 'cause.placed': 'Moved a cause up or down on the forms' },
  body: z.object({ side: z.enum(['before', 'after'], 'Must be before or after'), past: causeId }),
  response: z.array(cause),
  errors: ['not_found', 'cause_changed'],
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
