import { sql } from 'kysely';
import type { DonorChangeId, DonorId, UserId } from '#contract/ids.ts';
import { daysToTakeBack } from '#core/donors/donor-changes.ts';
import { addressChanged } from '#server/donors/donors/emails.ts';
import type { KeptOfDonor } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/* What is kept of a correction or a join of donors, and which former addresses are told. */

export interface Person {
  firstName: string;
  lastName: string;
  email: string | null;
}

interface NewChange {
  donorId: DonorId;
  /** The record that was joined into theirs; null for a correction. */
  otherId: DonorId | null;
  madeBy: UserId;
  /** Who it was before that was corrected or joined. */
  before: Person;
  /** The address that counts now. */
  address: string | null;
  kept: KeptOfDonor;
}

/** Whether mail goes elsewhere from now on: whoever had no address, or has none now, gets none. */
export function isOtherAddress(from: string | null, to: string | null): boolean {
  return from !== null && to !== null && from.toLowerCase() !== to.toLowerCase();
}

/** Writes down a correction or a join, so that it can be taken back, and tells every former address if mail goes elsewhere. */
export async function recordChange(
  trx: Trx,
  { donorId, otherId, madeBy, before, address, kept }: NewChange,
  mailer: Mailer,
): Promise<void> {
  const id = newId<DonorChangeId>();
  const kind = otherId === null ? 'correction' : 'join';
  const earlier = await formerAddresses(trx, otherId ?? donorId);
  // Whoever gets an address after another one was taken away has not come with none.
  const isTold =
    before.email === null
      ? address !== null && earlier.length > 0
      : address === null || isOtherAddress(before.email, address);
  await trx
    .insertInto('donorChanges')
    .values({
      id,
      kind,
      donorId,
      otherId,
      madeBy,
      isTold,
      firstName: before.firstName,
      lastName: before.lastName,
      email: before.email,
      kept: JSON.stringify(kept),
    })
    .execute();
  if (!isTold || address === null) return;
  const own = before.email === null ? [] : [{ id, email: before.email, isLater: false }];
  for (const former of [...own, ...earlier.map((each) => ({ ...each, isLater: true }))]) {
    if (former.email.toLowerCase() === address.toLowerCase()) continue;
    const token = newToken();
    await trx
      .insertInto('donorChangeLinks')
      .values({ tokenHash: hashToken(token), changeId: former.id })
      .execute();
    const about = { to: former.email, address, kind, isLater: former.isLater } as const;
    await mailer.enqueue(trx, { ...addressChanged(mailer.config, about, token), donorId });
  }
}

/** Addresses that lost a donor's mail in the last 30 days and have not agreed to it, each with the change that did it. */
async function formerAddresses(
  trx: Trx,
  donorId: DonorId,
): Promise<{ id: DonorChangeId; email: string }[]> {
  return await trx
    .selectFrom('donorChanges')
    .select(['id', 'email'])
    .$narrowType<{ email: string }>()
    .where('donorId', '=', donorId)
    .where('isTold', '=', true)
    .where('email', 'is not', null)
    .where('confirmedAt', 'is', null)
    .where('takenBackAt', 'is', null)
    .where('createdAt', '>', sql<string>`now() - make_interval(days => ${daysToTakeBack})`)
    .orderBy('createdAt')
    .execute();
}
