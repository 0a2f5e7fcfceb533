import { sql } from 'kysely';
import type { DonationId, DonationReceiptId, InKindDonationId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { PrintedFile } from '#contract/printed-file.ts';
import type { DonationReceipt, ReceiptsOfDonation } from '#contract/receipts/tax-receipts.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, recordAudit } from '#server/platform/audit/record-audit.ts';
import { eachRow } from '#server/platform/db/each-row.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import {
  endReceipt,
  receiptEnded,
  replaceOnRequest,
} from '#server/receipts/tax-receipts/end-receipt.ts';
import {
  lockInKind,
  replaceInKind,
  tellOfInKind,
} from '#server/receipts/tax-receipts/in-kind-receipts.ts';
import { issueReceiptOrRefuse } from '#server/receipts/tax-receipts/issue-receipt.ts';
import {
  getDonationReceipt,
  getReceiptsOfDonation,
} from '#server/receipts/tax-receipts/queries.ts';
import { receiptPdf } from '#server/receipts/tax-receipts/receipt-pdfs.ts';
import { tellOfChange } from '#server/receipts/tax-receipts/tell-donor.ts';

/** Issues receipts for donations that have none, such as those of before. Nobody is mailed. */
export function issueReceipts(
  db: Db,
  actor: TeamMember,
  ids: DonationId[],
  idempotencyKey: string | null,
  mailer: Mailer,
): Promise<ManyOutcome<DonationId>> {
  demandRight(actor, 'money.write');
  const issuedBy = userActor(actor);
  const scope = `issue receipts ${issuedBy}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: { ids } }, async (trx) => {
    await lockDonations(trx, ids);
    const settings = await mailer.settings.read(trx);
    return eachRow(trx, ids, async (id) => {
      const known = await trx
        .selectFrom('donationReceipts')
        .select('number')
        .where('donationId', '=', id)
        .where('state', '=', 'issued')
        .executeTakeFirst();
      if (known) {
        throw new AppError('receipt_refused', `This donation has receipt No. ${known.number}.`);
      }
      await issueReceiptOrRefuse(trx, id, { settings, issuedBy });
    });
  });
}

/**
 * Locks several donations before the first of them gets a number: a refund that holds its donation waits for a number,
 * and must not be waited for by whoever has one.
 */
export async function lockDonations(trx: Trx, ids: readonly DonationId[]): Promise<void> {
  await trx
    .selectFrom('donations')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Voids a receipt, and tells its donor. */
export async function voidReceipt(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: DonationReceiptId; reason: string },
  mailer: Mailer,
): Promise<DonationReceipt> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const receipt = await lockReceipt(trx, id);
    await endReceipt(trx, receipt, { state: 'void', endedBy: userActor(actor), reason });
    const change = { kind: 'void', number: receipt.number } as const;
    if (receipt.inKindId !== undefined) await tellOfInKind(trx, receipt.inKindId, change, mailer);
    else await tellOfChange(trx, receipt.donationId, change, mailer);
  });
  return getDonationReceipt(db, id);
}

/** Issues a corrected receipt in place of one, and mails it to the donor. Returns the new one. */
export async function replaceReceipt(
  db: Db,
  actor: TeamMember,
  {
    id,
    reason,
    donorName,
    donorAddress,
  }: { id: DonationReceiptId; reason: string; donorName: string; donorAddress: string },
  mailer: Mailer,
): Promise<DonationReceipt> {
  demandRight(actor, 'money.write');
  const newOne = await db.transaction().execute(async (trx) => {
    const old = await lockReceipt(trx, id);
    const settings = await mailer.settings.read(trx);
    const donor = { name: donorName, address: donorAddress };
    const endedBy = userActor(actor);
    if (old.inKindId !== undefined) {
      const receipt = await replaceInKind(trx, old, { settings, donor, reason, issuedBy: endedBy });
      await tellOfInKind(trx, old.inKindId, { kind: 'replaced', receipt }, mailer);
      return receipt.id;
    }
    const by = await replaceOnRequest(trx, old.donationId, old, {
      settings,
      endedBy,
      reason,
      donor,
    });
    const change = { kind: 'replaced', number: old.number, by } as const;
    await tellOfChange(trx, old.donationId, change, mailer);
    return by.id;
  });
  return getDonationReceipt(db, newOne);
}

/** The PDF of a receipt that counts, as a copy. */
export async function copyReceipt(
  db: Db,
  actor: TeamMember,
  id: DonationReceiptId,
  storage: FileStorage,
  signal: AbortSignal,
): Promise<PrintedFile> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const receipt = await lockReceipt(trx, id);
    const { number, state } = receipt;
    if (state !== 'issued') throw receiptEnded(number);
    await markCopied(trx, id);
    const [action, subject] =
      receipt.inKindId === undefined
        ? (['donation.receipt_copied', receipt.donationId] as const)
        : (['in_kind.receipt_copied', receipt.inKindId] as const);
    await auditAction(trx, actor, action, subject, { receipt: number });
  });
  return receiptPdf(db, storage, id, 'copy', { name: userActor(actor), signal });
}

/** From now on, the donor gets the copy. */
export async function markCopied(trx: Trx, id: DonationReceiptId): Promise<void> {
  await trx
    .updateTable('donationReceipts')
    .set({ copiedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('copiedAt', 'is', null)
    .execute();
}

/** Says what a donor got in return, null for nothing. A receipt that counts is replaced, and the donor is told. */
export async function setDonationGoods(
  db: Db,
  actor: TeamMember,
  {
    donationId,
    goods,
  }: { donationId: DonationId; goods: { description: string; value: number } | null },
  mailer: Mailer,
): Promise<ReceiptsOfDonation> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await lockDonation(trx, donationId);
    const before = await trx
      .selectFrom('donationGoods')
      .select(['description', 'valueCents'])
      .where('donationId', '=', donationId)
      .executeTakeFirst();
    if (before?.description === goods?.description && before?.valueCents === goods?.value) return;
    if (goods === null) {
      await trx.deleteFrom('donationGoods').where('donationId', '=', donationId).execute();
    } else {
      const { description, value: valueCents } = goods;
      const values = { description, valueCents, setBy: userActor(actor) };
      await trx
        .insertInto('donationGoods')
        .values({ donationId, ...values })
        .onConflict((conflict) =>
          conflict.column('donationId').doUpdateSet({ ...values, setAt: sql<string>`now()` }),
        )
        .execute();
    }
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'donation.goods_set',
      subjectId: donationId,
      ...(before && { before: { goods: before.description, goodsCents: before.valueCents } }),
      ...(goods && { after: { goods: goods.description, goodsCents: goods.value } }),
    });
    const current = await trx
      .selectFrom('donationReceipts')
      .select(['id', 'number', 'state', 'donorName', 'donorAddress'])
      .where('donationId', '=', donationId)
      .where('state', '=', 'issued')
      .executeTakeFirst();
    if (!current) return;
    const by = await replaceOnRequest(trx, donationId, current, {
      settings: await mailer.settings.read(trx),
      endedBy: userActor(actor),
      reason: 'What the donor got in return was corrected.',
    });
    await tellOfChange(trx, donationId, { kind: 'replaced', number: current.number, by }, mailer);
  });
  return getReceiptsOfDonation(db, donationId, mailer.settings);
}

interface Locked {
  id: DonationReceiptId;
  number: string;
  state: string;
  donorName: string;
  donorAddress: string;
}

type About =
  | { donationId: DonationId; inKindId?: undefined }
  | { inKindId: InKindDonationId; donationId?: undefined };

/** A receipt, with what it is about locked first, as everything does that moves money or issues receipts. */
async function lockReceipt(trx: Trx, id: DonationReceiptId): Promise<Locked & About> {
  const { donationId, inKindId } = await trx
    .selectFrom('donationReceipts')
    .select(['donationId', 'inKindId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('receipt'));
  if (inKindId !== null) await lockInKind(trx, inKindId);
  else if (donationId !== null) await lockDonation(trx, donationId);
  const receipt = await trx
    .selectFrom('donationReceipts')
    .select(['id', 'number', 'state', 'donorName', 'donorAddress'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (inKindId !== null) return { ...receipt, inKindId };
  if (donationId === null) throw new Error(`Receipt No. ${receipt.number} is about nothing.`);
  return { ...receipt, donationId };
}
