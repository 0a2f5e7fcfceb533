import { sql } from 'kysely';
import type { ExpectedDonation } from '#contract/giving/expected-donations.ts';
import type { DonationId, ExpectedDonationId } from '#contract/ids.ts';
import { expectedMonths, type saidStates } from '#core/giving/expected-donations.ts';
import { adviserThanks } from '#server/giving/expected-donations/emails.ts';
import { expectedRows } from '#server/giving/expected-donations/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Keeps which employer may match a donation, as its donor says; an empty text takes it back. 409 once somebody of the team
 * has asked the employer.
 */
export async function keepEmployer(
  trx: Trx,
  donationId: DonationId,
  employer: string,
): Promise<void> {
  const known = await trx
    .selectFrom('expectedDonations')
    .select(['id', 'state'])
    .where('donationId', '=', donationId)
    .forUpdate()
    .executeTakeFirst();
  if (known && known.state !== 'claimed') {
    throw new AppError(
      'employer_settled',
      'We have asked your employer already. Please write to us if the name is wrong.',
    );
  }
  if (employer === '') {
    await trx.deleteFrom('expectedDonations').where('donationId', '=', donationId).execute();
    return;
  }
  await trx
    .insertInto('expectedDonations')
    .values({
      id: newId<ExpectedDonationId>(),
      kind: 'employer',
      organization: employer,
      donationId,
    })
    .onConflict((conflict) => conflict.column('donationId').doUpdateSet({ organization: employer }))
    .execute();
}

/** Somebody of the team expects a fund to give. */
export async function addExpectedDonation(
  db: Db,
  actor: TeamMember,
  input: {
    organization: string;
    adviserName: string;
    adviserEmail: string;
    expectedAmount?: number | undefined;
  },
  idempotencyKey: string | null = null,
): Promise<ExpectedDonation> {
  demandRight(actor, 'money.write');
  const scope = `expected donation ${userActor(actor)}`;
  const added = await oncePerKey(
    db,
    { key: idempotencyKey, scope, request: input },
    async (trx) => {
      const id = newId<ExpectedDonationId>();
      const { organization, adviserName, adviserEmail, expectedAmount = null } = input;
      await trx
        .insertInto('expectedDonations')
        .values({
          id,
          kind: 'fund',
          organization,
          adviserName,
          adviserEmail: adviserEmail === '' ? null : adviserEmail,
          expectedCents: expectedAmount,
        })
        .execute();
      await auditAction(trx, actor, 'expected_donation.added', id);
      return { id };
    },
  );
  return findOne(db, added.id);
}

/** Somebody of the team says how far an expected donation is, without a payment. */
export function setExpectedDonationState(
  db: Db,
  actor: TeamMember,
  { id, saidState }: { id: ExpectedDonationId; saidState: (typeof saidStates)[number] },
): Promise<ExpectedDonation> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await lockOne(trx, id);
    await trx
      .updateTable('expectedDonations')
      .set({ state: saidState, paidDonationId: null, changedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'expected_donation.changed', id);
    return findOne(trx, id);
  });
}

/** Somebody of the team says how much is expected, and what else there is to know. How far it is stays as it is. */
export function describeExpectedDonation(
  db: Db,
  actor: TeamMember,
  input: { id: ExpectedDonationId; expectedAmount?: number | undefined; note: string },
): Promise<ExpectedDonation> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const { id, expectedAmount = null, note } = input;
    await lockOne(trx, id);
    await trx
      .updateTable('expectedDonations')
      .set({ expectedCents: expectedAmount, note, changedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'expected_donation.described', id);
    return findOne(trx, id);
  });
}

/**
 * Somebody of the team says with which donation it was paid. That has the employer or the fund as its donor and holder of
 * the receipt: 409 for one of the employee's own, one that has paid something else, and one that was paid back. The
 * adviser of a fund is thanked once. No money moves.
 */
export function linkExpectedDonation(
  db: Db,
  actor: TeamMember,
  { id, donationId }: { id: ExpectedDonationId; donationId: DonationId },
  mailer: Mailer,
): Promise<ExpectedDonation> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const expected = await lockOne(trx, id);
    if (expected.paidDonationId === donationId) return findOne(trx, id);
    const payment = await trx
      .selectFrom('donations')
      .innerJoin('causes', 'causes.id', 'donations.causeId')
      .select(['donorId', 'causes.name as cause'])
      .select(sql<boolean>`returned_cents >= amount_cents`.as('isReturned'))
      .select(
        sql<boolean>`exists (select from expected_donations as other
          where other.paid_donation_id = donations.id and other.id <> ${id})`.as('isTaken'),
      )
      .select(
        sql<boolean>`exists (select from donations as own
          where own.id = ${expected.donationId}::uuid and own.donor_id = donations.donor_id)`.as(
          'isOwn',
        ),
      )
      .where('donations.id', '=', donationId)
      .forUpdate('donations')
      .executeTakeFirstOrThrow(() => notFound('donation'));
    if (payment.isOwn) {
      throw new AppError(
        'not_the_payment',
        'This donation is of the same donor as the one that is matched. The payment is a donation of its own, whose donor is the employer.',
      );
    }
    if (payment.isTaken) {
      throw new AppError('not_the_payment', 'This donation has paid another expected one.');
    }
    if (payment.isReturned) {
      throw new AppError('not_the_payment', 'Nothing is left of this donation: it was paid back.');
    }
    const { adviserEmail, adviserName, organization, thankedAt } = expected;
    const thanks = adviserEmail !== null && adviserName !== null && thankedAt === null;
    await trx
      .updateTable('expectedDonations')
      .set({
        state: 'paid',
        paidDonationId: donationId,
        changedAt: sql<string>`now()`,
        ...(thanks && { thankedAt: sql<string>`now()` }),
      })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'expected_donation.paid', id);
    if (thanks) {
      const mail = adviserThanks(mailer.config, {
        email: adviserEmail,
        name: adviserName,
        fund: organization,
        cause: payment.cause,
      });
      await mailer.enqueue(trx, mail);
    }
    return findOne(trx, id);
  });
}

/** A year after somebody last said something of it, nobody expects it anymore. */
export async function expireExpectedDonations(db: Db): Promise<void> {
  await db
    .updateTable('expectedDonations')
    .set({ state: 'expired', changedAt: sql<string>`now()` })
    .where('state', 'in', ['claimed', 'confirmed'])
    .where('createdAt', '<', sql<string>`now() - make_interval(months => ${expectedMonths})`)
    .where('changedAt', '<', sql<string>`now() - make_interval(months => ${expectedMonths})`)
    .execute();
}

function lockOne(trx: Trx, id: ExpectedDonationId) {
  return trx
    .selectFrom('expectedDonations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('expected donation'));
}

function findOne(db: Db, id: ExpectedDonationId): Promise<ExpectedDonation> {
  return expectedRows(db)
    .where('expectedDonations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('expected donation'));
}
