import { isOtherAddress, type Person } from '#server/donors/donors/record-change.ts';
import type { CarriedSubscription } from '#server/platform/db/column-types.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** Whoever had no address gets no mail that could go elsewhere. */
export async function carryOver(
  trx: Trx,
  { carrySubscription }: DonorServices,
  { email: from }: Person,
  { email: to }: Person,
): Promise<CarriedSubscription | null> {
  return from !== null && to !== null && isOtherAddress(from, to)
    ? carrySubscription(trx, { from, to })
    : null;
}

/** What changing who a donor is needs. */
export interface DonorServices {
  mailer: Mailer;
  /** Makes the updates that a donor gets at one address go to another one from now on. */
  carrySubscription: (trx: Trx, addresses: Addresses) => Promise<CarriedSubscription>;
  /** Undoes that. */
  carrySubscriptionBack: (
    trx: Trx,
    addresses: Addresses,
    carried: CarriedSubscription,
  ) => Promise<void>;
}

type Addresses = Record<'from' | 'to', string>;
