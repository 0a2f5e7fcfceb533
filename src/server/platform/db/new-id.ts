import { randomUUIDv7 } from 'node:crypto';
import type { Id } from '#contract/ids.ts';

/** A new id, `newId<DonationId>()`: a UUIDv7, so that rows created one after another are close together in an index. */
export function newId<Kind extends Id>(): Kind {
  return randomUUIDv7() as string as Kind;
}
