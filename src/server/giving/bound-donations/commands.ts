import { sql } from 'kysely';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { type BindingEnd, bindingEndWords, whyFree } from '#core/giving/bound-donations.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { donationFreed } from '#server/giving/bound-donations/emails.ts';
import {
  type DonorsBinding,
  findBoundNeed,
  isDecisionUndoable,
  listBoundNeeds,
} from '#server/giving/bound-donations/queries.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';

/* Which needs can be given to alone, what a payment binds, and freeing it each minute. */

/**
 * Refuses a donation for a need that takes none, with the reason and what to do instead, and one that repeats: it would
 * go on after its need is met.
 */
export async function assertBindable(
  db: Db,
  {
    needId,
    causeId,
    isRecurring,
  }: { needId: NominationId; causeId: CauseId; isRecurring: boolean },
): Promise<void> {
  if (isRecurring) {
    const text =
      'A recurring donation goes to a cause, because a need can be met long before it stops. Give once to this need, or give to its cause';
    throw new AppError('invalid_input', `${text}.`, { interval: text });
  }
  const need = await findBoundNeed(db, needId);
  const why = need ? whyFree(need, { causeId, boundUntil: null }, new Date()) : 'unpublished';
  if (why === null) return;
  const text = `You cannot give to this need alone, because ${bindingEndWords[why]}. You can give to a cause instead`;
  throw new AppError('invalid_input', `${text}.`, { needId: text });
}

const dayInMs = 24 * 3600 * 1000;

/** The columns of a donation that is being booked, and what its donor is told. */
interface Binding {
  columns: {
    boundTo: NominationId;
    boundUntil: string;
    releasedFromBoundAt?: ReturnType<typeof sql<string>>;
    releasedFromBoundWhy?: BindingEnd;
  };
  told: DonorsBinding;
}

/**
 * What a paid checkout binds its donation to, from this moment on; null if it is for a cause. If the need takes no more
 * money by now, the donation is free from the beginning.
 */
export async function bindingOf(
  trx: Trx,
  checkout: { boundTo: NominationId | null; boundDays: number | null; causeId: CauseId },
  { paidAt, causeName }: { paidAt: Date; causeName: string },
): Promise<Binding | null> {
  const { boundTo, boundDays, causeId } = checkout;
  if (boundTo === null || boundDays === null) return null;
  const until = new Date(paidAt.getTime() + boundDays * dayInMs);
  const need = await findBoundNeed(trx, boundTo);
  if (!need) return null;
  const why = whyFree(need, { causeId, boundUntil: until }, new Date());
  const boundUntil = until.toISOString();
  return {
    columns: {
      boundTo,
      boundUntil,
      ...(why && { releasedFromBoundAt: sql<string>`now()`, releasedFromBoundWhy: why }),
    },
    told: {
      needId: need.isVisible ? boundTo : null,
      need: need.name,
      cause: causeName,
      until: boundUntil,
      why,
    },
  };
}

// So many that a need with a thousand donors is done within minutes, and a worker is not busy for longer than that.
const mostAtOnce = 500;

/** Frees the donations whose need is met, gone, or no longer waited for, and emails their donors. */
export async function freeDonations(db: Db, mailer: Mailer): Promise<void> {
  for (const id of await findDue(db)) {
    await db.transaction().execute((trx) => freeDonation(trx, id, mailer));
  }
}

/** Donations that may be due; each of them is looked at again behind its lock. */
async function findDue(db: Db): Promise<DonationId[]> {
  const due: DonationId[] = [];
  const now = new Date();
  for (const { firstEnd, isOfOtherCause, isUndoable, ...need } of await listBoundNeeds(db)) {
    const causeId = isOfOtherCause ? '' : need.causeId;
    const why = whyFree(need, { causeId, boundUntil: new Date(firstEnd) }, now);
    // What can still be undone has not happened for a donor, as with the emails to nominators.
    if (why === null || (isUndoable && why !== 'time')) continue;
    const rows = await db
      .selectFrom('donations')
      .select('id')
      .where('boundTo', '=', need.id)
      .where('releasedFromBoundAt', 'is', null)
      .$if(why === 'time', (query) => query.where(sql<boolean>`bound_until <= now()`))
      .orderBy('createdAt')
      .limit(mostAtOnce - due.length)
      .execute();
    due.push(...rows.map(({ id }) => id));
    if (due.length >= mostAtOnce) break;
  }
  return due;
}

/** Frees one donation if the rule says so, and tells its donor unless nothing of it was left to free. */
async function freeDonation(trx: Trx, id: DonationId, mailer: Mailer): Promise<void> {
  await lockDonation(trx, id);
  const donation = await trx
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select([
      'donations.boundTo',
      'donations.boundUntil',
      'donations.causeId',
      'causes.name as cause',
      'donations.isReal',
      'donations.donorId',
      'donors.email',
      sql<number>`greatest(0, amount_cents - returned_cents - allocated_cents - ${requestedRefundsSql})`.as(
        'freeCents',
      ),
    ])
    .where('donations.id', '=', id)
    .where('boundTo', 'is not', null)
    .where('releasedFromBoundAt', 'is', null)
    .executeTakeFirst();
  // Another process was first.
  if (!donation?.boundTo || donation.boundUntil === null) return;
  const { boundTo, boundUntil, causeId, cause, isReal, donorId, email, freeCents } = donation;
  const need = await findBoundNeed(trx, boundTo);
  if (!need) return;
  const why = whyFree(need, { causeId, boundUntil: new Date(boundUntil) }, new Date());
  if (why === null || (why !== 'time' && (await isDecisionUndoable(trx, boundTo)))) return;
  await trx
    .updateTable('donations')
    .set({ releasedFromBoundAt: sql<string>`now()`, releasedFromBoundWhy: why })
    .where('id', '=', id)
    .execute();
  await recordAudit(trx, {
    actor: 'system',
    action: 'donation.freed',
    subjectId: id,
    before: { boundTo },
    after: { bindingEnd: why, availableCents: freeCents },
  });
  if (freeCents === 0 || email === null) return;
  const visitor = { network: null, site: null };
  if (!isReal && !(await mayMailStranger(trx, 'test-money', visitor, email, mailer.config))) return;
  const link = await createDonationLink(trx, id, mailer);
  const mail = donationFreed(mailer.config, {
    email,
    freeCents,
    cause,
    why,
    link,
    need: need.name,
  });
  await mailer.enqueue(trx, { ...mail, donorId });
}
