import type { CauseId, DonationId, DonorId } from '#contract/ids.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCause } from '#test/support/factories.ts';

/** A check of somebody whose name is all that is known. */
export async function aGiftWithoutAddress(
  { db, ...testApp }: TestApp,
  { causeId, amount = 5_000 }: { causeId?: CauseId; amount?: number } = {},
): Promise<{ donationId: DonationId; donorId: DonorId }> {
  const [donationId, donorId] = [newId<DonationId>(), newId<DonorId>()];
  const cause = causeId ?? (await aCause({ db, ...testApp })).id;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('donors')
      .values({ id: donorId, firstName: 'Wilma', lastName: 'Withoutmail', email: null })
      .execute();
    await trx
      .insertInto('donations')
      .values({
        id: donationId,
        source: 'offline',
        donorId,
        causeId: cause,
        amountCents: amount,
        isReal: false,
        receivedOn: '2026-11-20',
        description: '',
        isAvailableToVolunteerTime: false,
        firstName: 'Wilma',
        lastName: 'Withoutmail',
      })
      .execute();
    const move = { donationId, amountCents: amount, actor: 'system', source: 'test' };
    await recordMove(trx, 'payment', move);
  });
  return { donationId, donorId };
}
