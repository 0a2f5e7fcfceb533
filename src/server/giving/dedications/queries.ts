import type { OwnDedication } from '#contract/giving/dedications.ts';
import type { DonationId } from '#contract/ids.ts';
import { dedicationStopWords } from '#core/giving/dedications.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** To whom a donation is dedicated: a recurring one with its first payment, for all of them. Null if it is not. */
export async function findDedication(
  db: Db,
  { id, planId }: { id: DonationId; planId: DonationId | null },
): Promise<OwnDedication | null> {
  const row = await db
    .selectFrom('dedications')
    .select([
      ...(['kind', 'honoree', 'recipientName', 'recipientEmail', 'message'] as const),
      ...(['tellsName', 'sendOn', 'dueAt', 'sentAt', 'bouncedAt', 'stoppedWhy'] as const),
    ])
    .where('donationId', '=', planId ?? id)
    .executeTakeFirst();
  if (!row) return null;
  const { stoppedWhy, ...dedication } = row;
  return {
    ...dedication,
    stopped: stoppedWhy === null ? null : dedicationStopWords[stoppedWhy],
    isChangeable: row.sentAt === null && (planId === null || planId === id),
  };
}
