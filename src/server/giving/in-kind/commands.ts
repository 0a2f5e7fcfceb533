import { sql } from 'kysely';
import type { z } from 'zod';
import type { InKindDonation, inKindInput } from '#contract/giving/in-kind.ts';
import type { DonorId, InKindDonationId } from '#contract/ids.ts';
import {
  findOrMakeDonor,
  findOrMakeUnnamedDonor,
  makeDonorWithoutAddress,
} from '#server/donors/donors/find-or-make-donor.ts';
import { getInKindDonation } from '#server/giving/in-kind/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { isStillReferenced } from '#server/platform/db/database-errors.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, refuseFuture } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { endReceipt } from '#server/receipts/tax-receipts/end-receipt.ts';
import {
  issueInKindReceipt,
  lockInKind,
  tellOfInKind,
} from '#server/receipts/tax-receipts/in-kind-receipts.ts';

type Input = z.infer<typeof inKindInput>;

/** Records things that somebody gave. Nobody is mailed, and no money moves. */
export async function recordInKindDonation(
  db: Db,
  actor: TeamMember,
  input: Input,
  idempotencyKey: string | null,
  { mailer, isReal }: { mailer: Mailer; isReal: boolean },
): Promise<InKindDonation> {
  demandRight(actor, 'money.write');
  const scope = `record in kind ${userActor(actor)}`;
  const keyed = { key: idempotencyKey, scope, request: input };
  const { id } = await oncePerKey(db, keyed, async (trx) => {
    const newOne = newId<InKindDonationId>();
    const { description, receivedOn, value, valueFrom, nominationId, publicText } = input;
    refuseFuture(receivedOn, (await mailer.settings.read(trx)).timeZone, 'receivedOn');
    if (publicText !== '') demandRight(actor, 'pages.publish');
    await trx
      .insertInto('inKindDonations')
      .values({
        id: newOne,
        recordedBy: userActor(actor),
        donorId: await donorOf(trx, input),
        description,
        receivedOn,
        publicText,
        isReal,
        ...(value !== undefined && { valueCents: value, valueFrom }),
        nominationId: nominationId ?? null,
      })
      .execute()
      .catch((error) => {
        throw isStillReferenced(error) ? unknownNomination() : error;
      });
    await auditAction(trx, actor, 'in_kind.recorded', newOne, {
      ...(nominationId && { nominationId }),
    });
    return { id: newOne };
  });
  return getInKindDonation(db, actor, id, await mailer.settings.read(db));
}

/** As for a line of a deposit: an address leads to its donor, a name alone to a new one. */
function donorOf(trx: Trx, { firstName, lastName, email }: Input): Promise<DonorId> {
  if (email !== '') {
    return findOrMakeDonor(trx, { firstName, lastName, email }).then(({ id }) => id);
  }
  if (firstName === '' && lastName === '') return findOrMakeUnnamedDonor(trx);
  return makeDonorWithoutAddress(trx, { firstName, lastName });
}

/** Voids an entry and its receipt, and tells the donor if there was one. 409 if it is void already. */
export async function voidInKindDonation(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: InKindDonationId; reason: string },
  mailer: Mailer,
): Promise<InKindDonation> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await lockInKind(trx, id);
    const voided = await trx
      .updateTable('inKindDonations')
      .set({ voidedAt: sql<string>`now()`, voidedBy: userActor(actor), voidReason: reason })
      .where('id', '=', id)
      .where('voidedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!voided) throw alreadyVoid();
    await auditAction(trx, actor, 'in_kind.voided', id);
    const receipt = await trx
      .selectFrom('donationReceipts')
      .select(['id', 'number', 'donationId', 'inKindId'])
      .where('inKindId', '=', id)
      .where('state', '=', 'issued')
      .executeTakeFirst();
    if (!receipt) return;
    await endReceipt(trx, receipt, { state: 'void', endedBy: userActor(actor), reason });
    await tellOfInKind(trx, id, { kind: 'void', number: receipt.number }, mailer);
  });
  return getInKindDonation(db, actor, id, await mailer.settings.read(db));
}

/** Says what everybody reads about it; an empty text shows nothing. 409 for one that is void. */
export async function publishInKindDonation(
  db: Db,
  actor: TeamMember,
  { id, publicText }: { id: InKindDonationId; publicText: string },
  mailer: Mailer,
): Promise<InKindDonation> {
  demandRight(actor, 'pages.publish');
  await db.transaction().execute(async (trx) => {
    await lockInKind(trx, id);
    const changed = await trx
      .updateTable('inKindDonations')
      .set({ publicText })
      .where('id', '=', id)
      .where('voidedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw alreadyVoid();
    await auditAction(trx, actor, 'in_kind.published', id, { isPublished: publicText !== '' });
  });
  return getInKindDonation(db, actor, id, await mailer.settings.read(db));
}

/** Issues the receipt of a donation in kind and mails it. 409 if it has one, or if there can be none. */
export async function issueReceiptInKind(
  db: Db,
  actor: TeamMember,
  id: InKindDonationId,
  mailer: Mailer,
): Promise<InKindDonation> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    await lockInKind(trx, id);
    const known = await trx
      .selectFrom('donationReceipts')
      .select('number')
      .where('inKindId', '=', id)
      .where('state', '=', 'issued')
      .executeTakeFirst();
    if (known) {
      throw new AppError('receipt_refused', `This has receipt No. ${known.number} already.`);
    }
    const settings = await mailer.settings.read(trx);
    const receipt = await issueInKindReceipt(trx, id, { settings, issuedBy: userActor(actor) });
    await tellOfInKind(trx, id, { kind: 'issued', receipt }, mailer);
  });
  return getInKindDonation(db, actor, id, await mailer.settings.read(db));
}

function alreadyVoid(): AppError {
  return new AppError('in_kind_voided', 'This entry is void already.');
}

function unknownNomination(): AppError {
  return new AppError('invalid_input', 'Please choose a nomination from the list.', {
    nominationId: 'Choose a nomination from the list',
  });
}
