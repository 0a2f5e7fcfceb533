import { isMoved, type Person } from '#server/donors/donors/record-change.ts';
import type { MovedSubscription } from '#server/platform/db/column-types.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Whoever had no address gets no mail that could move. */
export async function moveAddress(
  trx: Trx,
  { moveSubscription }: DonorServices,
  { email: from }: Person,
  { email: to }: Person,
): Promise<MovedSubscription | null> {
  return from !== null && to !== null && isMoved(from, to)
    ? moveSubscription(trx, { from, to })
    : null;
}

/** What changing who a donor is needs. */
export interface DonorServices {
  mailer: Mailer;
  /** Makes the updates that a donor gets at one address go to another one from now on. */
  moveSubscription: (trx: Trx, addresses: Addresses) => Promise<MovedSubscription>;
  /** Undoes that. */
  moveSubscriptionBack: (trx: Trx, addresses: Addresses, moved: MovedSubscription) => Promise<void>;
}

type Addresses = Record<'from' | 'to', string>;
