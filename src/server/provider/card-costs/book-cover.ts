import { sql } from 'kysely';
import type { DonationId, OperationsEntryId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/** Books what a donor added for card costs, with the donation that was just booked. */
export async function bookCover(
  trx: Trx,
  donation: { id: DonationId; coverCents: number; isReal: boolean; actor: string },
): Promise<void> {
  const { id: donationId, coverCents: amountCents, isReal, actor } = donation;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      kind: 'cover',
      donationId,
      amountCents,
      isReal,
      actor,
    })
    .execute();
}

/** Books that what a donor added for card costs went back, or, as a negative amount, that it is there again. */
export async function bookCoverReturned(
  trx: Trx,
  { donationId, cents, actor }: { donationId: DonationId; cents: number; actor: string },
): Promise<void> {
  if (cents === 0) return;
  await trx
    .insertInto('operationsEntries')
    .values({
      id: newId<OperationsEntryId>(),
      kind: 'cover_returned',
      donationId,
      amountCents: -cents,
      actor,
      isReal: sql<boolean>`(select is_real from books)`,
    })
    .execute();
}
