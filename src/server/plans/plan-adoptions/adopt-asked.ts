import { sql } from 'kysely';
import type { CauseId, DonationId, PlanId, UserId } from '#contract/ids.ts';
import { planAdopted } from '#server/plans/plan-adoptions/emails.ts';
import { mailDonor, recordPlan } from '#server/plans/plans/record-plan.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { FoundSubscription } from '#server/provider/payment-provider/other-subscriptions.ts';
import type { PlanFact, WithPayments } from '#server/provider/payment-provider/provider.ts';

interface Services extends WithPayments {
  mailer: Mailer;
}

interface Asked {
  subscriptionId: string;
  causeId: CauseId;
  askedBy: UserId;
  planId: PlanId | null;
}

/**
 * Takes over the subscriptions that somebody has asked for, one after another. What the provider does not answer stays
 * asked for, and its error is thrown once the others are done. Whatever a process that died has left is done again: the
 * plan is made first, naming the subscription after it changes nothing the second time, and the donor is told with the
 * last step.
 */
export async function adoptAsked(db: Db, services: Services): Promise<void> {
  const asked = await db
    .selectFrom('planAdoptions')
    .select(['subscriptionId', 'causeId', 'askedBy', 'planId'])
    .where('state', '=', 'asked')
    .orderBy('askedAt')
    .orderBy('subscriptionId')
    .execute();
  const failures: unknown[] = [];
  for (const one of asked) {
    await adoptOne(db, one, services).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some subscriptions wait');
}

async function adoptOne(db: Db, asked: Asked, { payments, mailer }: Services): Promise<void> {
  const { subscriptionId, causeId } = asked;
  const { others } = payments;
  if (others === null) return refuse(db, asked, 'The payment provider of this site has none.');
  const found = await others.find(subscriptionId);
  if (found === null) return refuse(db, asked, 'The payment provider does not know it.');
  // Once it is named, its invoices are ours, whatever has changed since.
  const isNamed = asked.planId !== null && found.planId === asked.planId;
  const problem = isNamed ? null : whyNot(found, asked, payments.takesRealMoney);
  if (problem !== null) return refuse(db, asked, problem);
  const planId = await makePlan(db, asked, found, payments.name);
  if (planId === null) return;
  const fact = await others.adopt({ subscriptionId, planId, causeId });
  await finish(db, asked, fact, { payments, mailer });
}

function whyNot(
  { planId, problem, isReal }: FoundSubscription,
  asked: Asked,
  takesRealMoney: boolean,
): string | null {
  if (isReal !== takesRealMoney) return 'It is not about the money of this site.';
  if (planId !== null && planId !== asked.planId)
    return 'It belongs to a recurring donation already.';
  return problem;
}

/** Makes the plan that a subscription is named after, once. Returns null if another worker has settled it. */
function makePlan(
  db: Db,
  { subscriptionId, causeId }: Asked,
  found: FoundSubscription,
  provider: string,
): Promise<PlanId | null> {
  return db.transaction().execute(async (trx) => {
    const row = await lock(trx, subscriptionId);
    if (!row) return null;
    if (row.planId !== null) return row.planId;
    const { amountCents, interval, donor, customerId, isReal } = found;
    if (amountCents === null || interval === null) throw new Error('It was found to be possible');
    const id = newId<DonationId>();
    await trx
      .insertInto('checkouts')
      .values({
        id,
        causeId,
        amountCents,
        provider,
        isReal,
        status: 'adopted',
        details: JSON.stringify({ ...donor, description: '', isAvailableToVolunteerTime: false }),
        requestHash: `adopted ${subscriptionId}`,
        expiresAt: sql<string>`now()`,
      })
      .execute();
    // The id of a plan is that of its checkout.
    const planId = id as string as PlanId;
    await trx
      .insertInto('plans')
      .values({ id: planId, causeId, amountCents, interval, subscriptionId, customerId })
      .execute();
    await trx
      .updateTable('planAdoptions')
      .set({ planId })
      .where('subscriptionId', '=', subscriptionId)
      .execute();
    return planId;
  });
}

/** Books what the provider says of a plan that is named now, and tells the donor. */
async function finish(
  db: Db,
  { subscriptionId, askedBy }: Asked,
  fact: PlanFact,
  { payments, mailer }: Services,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lock(trx, subscriptionId);
    if (!row?.planId) return;
    const actor = `user:${askedBy}`;
    const booking = await recordPlan(trx, { provider: payments.name, fact, actor }, mailer);
    if (booking.outcome === 'refused') throw new Error(`It was not booked: ${booking.note}.`);
    const plan = await trx
      .selectFrom('plans')
      .innerJoin('causes', 'causes.id', 'plans.causeId')
      .select(['plans.id', 'donorId', 'amountCents', 'coverCents', 'interval'])
      .select(['nextChargeAt', 'startedAt'])
      .select('causes.name as causeName')
      .where('plans.id', '=', row.planId)
      .executeTakeFirstOrThrow();
    await mailDonor(trx, plan, plan.causeName, mailer, (told) =>
      planAdopted(mailer.config, told, plan.startedAt),
    );
    await settle(trx, subscriptionId, 'adopted', '');
    await recordAudit(trx, { actor, action: 'plan.adopted', subjectId: row.planId });
  });
}

function refuse(db: Db, { subscriptionId, askedBy }: Asked, remark: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await lock(trx, subscriptionId);
    if (!row) return;
    // A plan that never began leaves with its checkout.
    if (row.planId !== null) {
      await trx
        .updateTable('planAdoptions')
        .set({ planId: null })
        .where('subscriptionId', '=', subscriptionId)
        .execute();
      await trx
        .deleteFrom('checkouts')
        .where('id', '=', row.planId as string as DonationId)
        .execute();
    }
    await settle(trx, subscriptionId, 'refused', remark);
    await recordAudit(trx, {
      actor: `user:${askedBy}`,
      action: 'plan.adoption_refused',
      // It has no plan, and an id of the provider names no item here.
      subjectId: askedBy,
      reason: `${subscriptionId}: ${remark}`,
    });
  });
}

async function settle(
  trx: Trx,
  subscriptionId: string,
  state: 'adopted' | 'refused',
  remark: string,
): Promise<void> {
  await trx
    .updateTable('planAdoptions')
    .set({ state, remark, settledAt: sql<string>`now()` })
    .where('subscriptionId', '=', subscriptionId)
    .execute();
}

function lock(trx: Trx, subscriptionId: string) {
  return trx
    .selectFrom('planAdoptions')
    .select('planId')
    .where('subscriptionId', '=', subscriptionId)
    .where('state', '=', 'asked')
    .forUpdate()
    .executeTakeFirst();
}
