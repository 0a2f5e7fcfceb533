import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { ImportId } from '#contract/ids.ts';
import type { ImportDetail } from '#contract/imports/imports.ts';
import { enqueueImports } from '#server/imports/import-queue.ts';
import { lockImport } from '#server/imports/lock-import.ts';
import { assertState } from '#server/imports/policy.ts';
import { getImport } from '#server/imports/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Begins to take the money of an import out of the books. 409 if any of it has moved. */
export function takeBackImport(
  db: Db,
  actor: TeamMember,
  input: { id: ImportId; reason: string },
  idempotencyKey: string | null,
  boss: PgBoss,
): Promise<ImportDetail> {
  demandRight(actor, 'money.write');
  const { id, reason } = input;
  const scope = `take back import ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const found = await lockImport(trx, id);
    assertState(found, ['booked']);
    const { moved } = await trx
      .selectFrom('importLines')
      .innerJoin('donations', 'donations.id', 'importLines.donationId')
      .select(sql<number>`count(*)`.as('moved'))
      .where('importId', '=', id)
      .where(hasMoved)
      .executeTakeFirstOrThrow();
    if (moved > 0) {
      throw new AppError(
        'import_moved',
        `Money of ${moved} of these donations has moved, or a receipt for taxes was issued. An import can be taken back only as a whole: release what is allocated and void the receipts first. What was refunded or spent, or cost something since, stays.`,
      );
    }
    await trx
      .updateTable('imports')
      .set((row) => ({
        state: 'taking_back',
        takenBackBy: actor.id,
        takenBackAt: sql<string>`now()`,
        takenBackReason: reason,
        revision: row('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'import.taking_back',
      subjectId: id,
      before: { donations: found.bookedCount },
      reason,
    });
    await enqueueImports(trx, boss);
    return getImport(trx, id);
  });
}

/** Whether anything but the import itself has moved money of a donation, or relies on it. */
export const hasMoved = sql<boolean>`(
  donations.allocated_cents > 0 or donations.returned_cents <> import_lines.returned_cents
  or exists (select from refunds where refunds.donation_id = donations.id)
  or exists (select from disputes where disputes.donation_id = donations.id)
  or exists (select from bank_matches where bank_matches.donation_id = donations.id)
  or exists (select from expected_donations where donations.id in (donation_id, paid_donation_id))
  or exists (select from gift_aid_claim_lines where gift_aid_claim_lines.donation_id = donations.id)
  or exists (select from volunteer_offers where volunteer_offers.donation_id = donations.id)
  or exists (select from balance_transactions
    join operations_entries on operations_entries.balance_transaction_id = balance_transactions.id
    where balance_transactions.payment_intent_id = donations.payment_intent_id)
  or exists (select from donation_receipts
    where donation_receipts.donation_id = donations.id and donation_receipts.state = 'issued'))`;
