import { z } from 'zod';
import { formatCount } from '#core/platform/counts.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';

/** The ids of rows that somebody selected, each once. */
export function selectedIds<Id extends z.ZodType>(id: Id, most = maxAtOnce) {
  return z
    .array(id, { error: 'Must be a list of IDs' })
    .min(1, 'Select at least one row')
    .max(most, `At most ${formatCount(most)} rows at once`)
    .refine((ids) => new Set(ids).size === ids.length, 'Each row only once');
}

/** For which rows it was done, and why it was not for the others, in a sentence for people. */
export function manyOutcome<Id extends z.ZodType>(id: Id) {
  return z.object({
    done: z.array(id),
    refused: z.array(z.object({ id, reason: z.string() })),
  });
}

/** What {@link manyOutcome} describes. */
export interface ManyOutcome<Id extends string> {
  done: Id[];
  refused: { id: Id; reason: string }[];
}
