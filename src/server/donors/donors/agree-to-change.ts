import { sql } from 'kysely';
import {
  findLinkedChange,
  takenBack,
  whileLocked,
} from '#server/donors/donors/changes-to-take-back.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** Whoever reads a former address agrees to another one. Refusals: see the contract. */
export async function agreeToDonorChange(db: Db, token: string): Promise<void> {
  await whileLocked(db, async (trx) => {
    const { id, donorId, takenBackAt } = await findLinkedChange(trx, token);
    if (takenBackAt !== null) throw takenBack();
    const agreed = await trx
      .updateTable('donorChanges')
      .set({ confirmedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('confirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!agreed) return;
    const actor = 'former-address';
    await recordAudit(trx, { actor, action: 'donor.change_agreed', subjectId: donorId });
  });
}
