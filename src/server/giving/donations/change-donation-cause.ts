import { sql } from 'kysely';
import type { CauseId, DonationId } from '#contract/ids.ts';
import type { CauseGround } from '#core/giving/cause-changes.ts';
import { approvalKinds } from '#core/people/approvals.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { causeChanged } from '#server/giving/donations/emails.ts';
import { mayMailDonor } from '#server/giving/donations/may-mail-donor.ts';
import { assertCauseMayChange } from '#server/giving/donations/policy.ts';
import { isDisputedSql } from '#server/giving/donations/queries.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { moveToOtherCause } from '#server/ledger/move-to-other-cause.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import { findRequestNaming } from '#server/people/approvals/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { unknownCause } from '#server/vetting/causes/open-cause.ts';

/** What was asked for. */
export interface CauseChange {
  id: DonationId;
  causeId: CauseId;
  ground: CauseGround;
  /** How the donor agreed; empty if that is not the ground. */
  agreement: string;
  reason: string;
}

/** Gives all of a donation to another cause, and tells its donor. */
export function changeDonationCause(
  db: Db,
  actor: TeamMember,
  input: CauseChange,
  idempotencyKey: string | null,
  mailer: Mailer,
): Promise<{ id: DonationId }> {
  demandRight(actor, 'money.write');
  const { id, causeId, ground } = input;
  const scope = `change cause ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await lockDonation(trx, id);
    const donation = await readDonation(trx, id);
    const to = await keepCause(trx, causeId);
    assertCauseMayChange(donation, to, ground, new Date());
    const { amountCents, causeId: from } = donation;
    const by = userActor(actor);
    await moveToOtherCause(trx, { donationId: id, amountCents, from, to: to.id, actor: by });
    await recordAudit(trx, {
      actor: by,
      action: 'donation.cause_changed',
      subjectId: id,
      before: { cause: donation.causeName },
      after: { cause: to.name, amount: amountCents, causeGround: ground },
      reason: reasonInWords(input),
    });
    await tellDonor(trx, { id, ...donation }, to, ground, mailer);
    return { id };
  });
}

/** The reason, with how the donor agreed, if that is the ground. */
export function reasonInWords({
  ground,
  agreement,
  reason,
}: Pick<CauseChange, 'ground' | 'agreement' | 'reason'>): string {
  return ground === 'donor_agreed' ? `${reason} (How the donor agreed: ${agreement})` : reason;
}

/** A donation with what may keep its cause. Behind its lock. */
async function readDonation(trx: Trx, id: DonationId) {
  const row = await trx
    .selectFrom('donations')
    .leftJoin('causes', 'causes.id', 'donations.causeId')
    .leftJoin('donors', 'donors.id', 'donations.donorId')
    .leftJoin('nominations', 'nominations.id', 'donations.boundTo')
    .leftJoin('depositLines', 'depositLines.donationId', 'donations.id')
    .leftJoin('expectedTransfers', 'expectedTransfers.id', 'depositLines.expectedTransferId')
    .select([
      'donations.causeId',
      'causes.name as causeName',
      'donations.createdAt',
      'donations.receivedOn',
      'donations.source',
      'donations.isReal',
      'donations.planId',
      'donations.amountCents',
      'donations.returnedCents',
      'donations.allocatedCents',
      'donations.spentBeforeCents',
      'donors.id as donorId',
      'donors.email',
      'depositLines.id as lineId',
      requestedRefundsSql.as('requestedCents'),
      isDisputedSql.as('isDisputed'),
      sql<number>`(select coalesce(sum(spent_cents), 0)::bigint from allocations
        where allocations.donation_id = donations.id)`.as('spentCents'),
      sql<string | null>`case when released_from_bound_at is null then nominations.nominee end`.as(
        'boundTo',
      ),
      sql<boolean>`coalesce(expected_transfers.cause_id = donations.cause_id, false)`.as(
        'isAsAnnounced',
      ),
    ])
    .where('donations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('donation'));
  const { causeId, causeName, lineId, ...donation } = row;
  if (causeId === null || causeName === null) {
    throw new AppError(
      'cause_stays',
      'This donation came with an import that was taken back, so it has no cause anymore.',
    );
  }
  const request = await findRequestNaming(trx, lineId === null ? [id] : [id, lineId]);
  return {
    ...donation,
    causeId,
    causeName,
    asked: request ? approvalKinds[request.kind].name : null,
  };
}

/** A cause that stays until the transaction ends. 400 if it is gone. */
function keepCause(trx: Trx, id: CauseId) {
  return trx
    .selectFrom('causes')
    .select(['id', 'name', 'isForRunningCosts'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => unknownCause());
}

/** Mails the donor, if there is an address that may get it. */
async function tellDonor(
  trx: Trx,
  donation: Awaited<ReturnType<typeof readDonation>> & { id: DonationId },
  to: Awaited<ReturnType<typeof keepCause>>,
  ground: CauseGround,
  mailer: Mailer,
): Promise<void> {
  const { id, donorId, email, isReal, amountCents, receivedOn, causeName, planId } = donation;
  if (donorId === null || email === null || isErasedAddress(email)) return;
  if (!(await mayMailDonor(trx, { isReal, network: null, email }, mailer))) return;
  const mail = causeChanged(mailer.config, {
    email,
    amountCents,
    receivedOn,
    from: causeName,
    to,
    ground,
    plan: planId !== null,
    link: await createDonationLink(trx, id, mailer),
  });
  await mailer.enqueue(trx, { ...mail, donorId });
}
