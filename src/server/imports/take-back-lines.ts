import { sql } from 'kysely';
import type { CauseId, DonationId, ImportId, UserId } from '#contract/ids.ts';
import { hasMoved } from '#server/imports/take-back-import.ts';
import { lockChains } from '#server/ledger/lock-chains.ts';
import { lockPayment } from '#server/ledger/lock-payment.ts';
import { returnMoney } from '#server/ledger/return-money.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { removeCause } from '#server/vetting/causes/commands.ts';

// On the embedded database, calls of others wait for a batch: 0.3 s, and 2 s with 250 (`npm run bench -- import 4000 embedded`).
const batchSize = 25;

/**
 * Takes the money of the next donations of an import out of the books, with counter-entries, and these donations and their
 * donors out of all lists (decision 0075). Returns whether there may be more. What somebody has moved since it began stays,
 * and the line says so.
 */
export function takeBackNextLines(db: Db, id: ImportId): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('imports')
      .select(['takenBackBy', 'takenBackReason'])
      .where('id', '=', id)
      .where('state', '=', 'taking_back')
      .forUpdate()
      .$narrowType<{ takenBackBy: UserId; takenBackReason: string }>()
      .executeTakeFirst();
    if (!found) return false;
    const lines = await trx
      .selectFrom('importLines')
      .select('donationId')
      .where('importId', '=', id)
      .where('donationId', 'is not', null)
      .where('isTakenBack', '=', false)
      .where('remark', '<>', stays)
      .orderBy('line')
      .orderBy('part')
      .limit(batchSize)
      .$narrowType<{ donationId: DonationId }>()
      .execute();
    const actor = `user:${found.takenBackBy}`;
    if (lines.length === 0) return false;
    const ids = lines.map(({ donationId }) => donationId);
    await lockPayments(trx, ids);
    await lockDonors(trx, ids);
    await trx
      .selectFrom('donations')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    // Behind the locks.
    const still = await trx
      .selectFrom('importLines')
      .innerJoin('donations', 'donations.id', 'importLines.donationId')
      .select(['donations.id', 'donations.amountCents', 'donations.returnedCents'])
      .select(hasMoved.as('hasMoved'))
      .where('importId', '=', id)
      .where('donations.id', 'in', ids)
      .execute();
    await lockChains(trx, ids);
    const by = { actor, source: `import:${id}`, reason: found.takenBackReason };
    const goesBack = still.filter(({ hasMoved: isUsed }) => !isUsed);
    for (const { id: donationId, amountCents, returnedCents } of goesBack) {
      const left = amountCents - returnedCents;
      await returnMoney(trx, 'reversal', { ...by, donationId, amountCents: left });
    }
    // Their payments can be imported again; their refunds, too, are no longer those of these donations.
    await sql`select forget_imported_donations(${goesBack.map((line) => line.id)}::uuid[])`.execute(
      trx,
    );
    await noteLines(trx, id, goesBack, { isTakenBack: true });
    await noteLines(
      trx,
      id,
      still.filter((line) => line.hasMoved),
      { remark: stays },
    );
    await trx
      .updateTable('imports')
      .set((row) => ({ takenBackCount: row('takenBackCount', '+', goesBack.length) }))
      .where('id', '=', id)
      .execute();
    return true;
  });
}

const stays = 'Its money was moved while the import was taken back, so it stays.';

/** Nothing is booked for their payments meanwhile. In one order, as when they are imported. */
async function lockPayments(trx: Trx, ids: DonationId[]): Promise<void> {
  const paid = await trx
    .selectFrom('donations')
    .select('paymentIntentId')
    .where('id', 'in', ids)
    .where('paymentIntentId', 'is not', null)
    .$narrowType<{ paymentIntentId: string }>()
    .execute();
  const payments = paid.map(({ paymentIntentId }) => paymentIntentId);
  for (const payment of payments.toSorted()) await lockPayment(trx, payment);
}

/** Nobody gives as one of their donors while it is looked at whether anything is left of them. */
async function lockDonors(trx: Trx, ids: DonationId[]): Promise<void> {
  await trx
    .selectFrom('donors')
    .select('id')
    .where('id', 'in', (row) =>
      row.selectFrom('donations').select('donorId').where('donations.id', 'in', ids),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function noteLines(
  trx: Trx,
  id: ImportId,
  lines: { id: DonationId }[],
  what: { isTakenBack: true } | { remark: string },
): Promise<void> {
  if (lines.length === 0) return;
  await trx
    .updateTable('importLines')
    .set(what)
    .where('importId', '=', id)
    .where(
      'donationId',
      'in',
      lines.map((line) => line.id),
    )
    .execute();
}

/** Ends taking an import back: causes that came with it leave as well, if nothing else has them by now. */
export async function endTakingBack(db: Db, id: ImportId): Promise<void> {
  const { causes, takenBackBy } = await db
    .selectFrom('imports')
    .select(['causes', 'takenBackBy'])
    .where('id', '=', id)
    .$narrowType<{ takenBackBy: UserId }>()
    .executeTakeFirstOrThrow();
  const actor = `user:${takenBackBy}`;
  for (const { causeId, isNew } of causes) {
    if (isNew && causeId !== null) await removeUnused(db, actor, causeId);
  }
  await db.transaction().execute(async (trx) => {
    const { takenBackCount } = await trx
      .updateTable('imports')
      .set((row) => ({ state: 'taken_back', revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .returning('takenBackCount')
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      actor,
      action: 'import.taken_back',
      subjectId: id,
      before: { donations: takenBackCount },
    });
  });
}

/** Also if it was begun before, and the process died. */
async function removeUnused(db: Db, actor: string, id: CauseId): Promise<void> {
  try {
    await removeCause(db, actor, id);
  } catch (error) {
    const isExpected =
      error instanceof AppError && ['cause_in_use', 'not_found'].includes(error.code);
    if (!isExpected) throw error;
  }
}
