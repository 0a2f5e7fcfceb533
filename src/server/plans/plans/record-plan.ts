import type { Selectable } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import type { PlanEventId, PlanId } from '#contract/ids.ts';
import { causeId, planId } from '#contract/ids.ts';
import type { PlanEventKind } from '#core/plans/plans.ts';
import { findOrMakeDonor } from '#server/donors/donors/find-or-make-donor.ts';
import { type Booking, booked, noted, refused } from '#server/ledger/booking.ts';
import {
  planChangedByDonor,
  planChangedByTeam,
  planEnded,
  planPaymentComing,
  planPaymentFailed,
  planPaymentToConfirm,
  type ToldPlan,
} from '#server/plans/plans/emails.ts';
import { createPlanLink, linkUsers } from '#server/plans/plans/plan-links.ts';
import { takeTeamChange } from '#server/plans/plans/team-change.ts';
import { providerActor } from '#server/platform/actor.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import type { DonorDetails } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Schema, Trx } from '#server/platform/db/schema.ts';
import type { Message } from '#server/platform/mail/compose.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { PlanFact } from '#server/provider/payment-provider/provider.ts';

/* What the provider says about a recurring donation, in any order, and which mails it causes. */

/** A plan that is locked, with what its checkout still has. */
export type LockedPlan = Selectable<Schema['plans']> & {
  isReal: boolean;
  provider: string;
  checkoutDetails: DonorDetails | null;
};

/** Locks a plan of a provider. Undefined if there is none, or if it belongs to another subscription. */
export async function lockPlan(
  trx: Trx,
  provider: string,
  named: { planId: string; subscriptionId: string },
): Promise<LockedPlan | undefined> {
  const id = planId.safeParse(named.planId).data;
  if (id === undefined) return undefined;
  const plan = await trx
    .selectFrom('plans')
    .innerJoin('checkouts', 'checkouts.id', 'plans.id')
    .selectAll('plans')
    .select(['isReal', 'provider', 'checkouts.details as checkoutDetails'])
    .where('plans.id', '=', id)
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst();
  const isOther = plan?.subscriptionId && plan.subscriptionId !== named.subscriptionId;
  return isOther ? undefined : plan;
}

/** Begins a plan with its first payment or its subscription, whichever is told first. Returns why it cannot, or null. */
export async function beginPlan(
  trx: Trx,
  plan: LockedPlan,
  told: { subscriptionId: string; customerId: string; startedAt: Date; isReal: boolean },
): Promise<string | null> {
  if (told.isReal !== plan.isReal) {
    const [paid, asked] = told.isReal ? ['real', 'test'] : ['test', 'real'];
    return `paid with ${paid} money, but this checkout is about ${asked} money`;
  }
  if (plan.state !== 'started') return null;
  const details = plan.checkoutDetails;
  if (details === null) return "the donor's details were erased";
  const donor = await findOrMakeDonor(trx, details);
  const begun = {
    donorId: donor.id,
    subscriptionId: told.subscriptionId,
    customerId: told.customerId,
    startedAt: told.startedAt.toISOString(),
    state: 'active',
  } as const;
  await trx
    .updateTable('plans')
    .set({ ...begun, details: JSON.stringify(details) })
    .where('id', '=', plan.id)
    .execute();
  await trx.updateTable('checkouts').set({ details: null }).where('id', '=', plan.id).execute();
  Object.assign(plan, begun, { details, checkoutDetails: null });
  await recordPlanEvent(trx, plan, 'started', 'donor');
  return null;
}

/** Writes down what happened to a plan, and what it is now. */
export async function recordPlanEvent(
  trx: Trx,
  plan: Pick<LockedPlan, 'id' | 'causeId' | 'amountCents' | 'coverCents' | 'interval'>,
  kind: PlanEventKind,
  actor: string,
  { why = null, until = null }: { why?: string | null; until?: string | null } = {},
): Promise<void> {
  const { id, causeId, amountCents, coverCents, interval } = plan;
  await trx
    .insertInto('planEvents')
    .values({
      id: newId<PlanEventId>(),
      planId: id,
      kind,
      actor,
      why,
      until,
      causeId,
      amountCents,
      coverCents,
      interval,
    })
    .execute();
}

/**
 * Books what the provider says about a plan. What was asked earlier than what is known changes nothing. `actor` is who
 * caused it, if it was not the provider.
 */
export async function recordPlan(
  trx: Trx,
  { provider, fact: told, actor }: { provider: string; fact: PlanFact; actor?: string },
  mailer: Mailer,
): Promise<Booking> {
  const plan = await lockPlan(trx, provider, told);
  if (!plan) return refused('we know no such recurring donation');
  if (plan.readAt !== null && new Date(plan.readAt) >= told.readAt) return noted;
  // A late payment revives a subscription that the provider gave up. What its donor knows as ended stays ended, and is
  // ended there again.
  const isRevived = plan.state === 'ended' && told.state !== 'ended';
  const fact: PlanFact = isRevived
    ? { ...told, state: 'ended', nextChargeAt: null, pausedUntil: null, failure: null }
    : told;
  if (fact.currency !== plan.currency.toLowerCase()) return refused(`it is in ${fact.currency}`);
  const cause = await knownCause(trx, fact.causeId);
  if (cause === undefined) return refused('its cause is unknown');
  const isNew = plan.state === 'started';
  const problem = await beginPlan(trx, plan, fact);
  if (problem !== null) return refused(problem);

  const before = { ...plan };
  const after = { causeId: cause.id, ...stateAfter(before, fact, isRevived) };
  await trx.updateTable('plans').set(after).where('id', '=', plan.id).execute();
  Object.assign(plan, after);

  const events = eventsBetween(before, plan);
  for (const kind of events) await recordToldEvent(trx, plan, kind, { fact, actor });
  await tellDonor(trx, before, plan, fact, cause.name, mailer);
  const isChanged = events.length > 0 || before.nextChargeAt !== plan.nextChargeAt;
  if (isChanged && linkUsers.some((user) => user === actor) && plan.state !== 'ended') {
    await mailDonor(trx, plan, cause.name, mailer, (told) =>
      planChangedByDonor(mailer.config, told, plan.pausedUntil),
    );
  }
  const changed = await takeTeamChange(trx, plan);
  if (changed !== null && plan.state !== 'ended') {
    await mailDonor(trx, plan, cause.name, mailer, (told) =>
      planChangedByTeam(mailer.config, told, changed),
    );
  }
  return isNew || events.length > 0 ? booked : noted;
}

/** What a plan is by the word of its provider, beside its cause. */
function stateAfter(before: LockedPlan, fact: PlanFact, isRevived: boolean) {
  const { failure } = fact;
  const isOver = fact.state === 'ended';
  const mustStop = isRevived || (isOver && before.state !== 'ended');
  const stopRequestedAt = before.stopRequestedAt ?? (mustStop ? fact.readAt.toISOString() : null);
  return {
    amountCents: fact.amountCents,
    coverCents: fact.coverCents,
    interval: fact.interval,
    state: fact.state,
    nextChargeAt: textOf(fact.nextChargeAt),
    pausedUntil: textOf(fact.pausedUntil),
    failingSince: textOf(failure?.since),
    lastFailureCode: failure ? failure.code : before.lastFailureCode,
    nextTryAt: textOf(failure?.nextTryAt),
    mustConfirm: failure?.mustConfirm ?? false,
    failingInvoiceId: failure?.invoiceId ?? null,
    endedAt: isOver ? (before.endedAt ?? textOf(fact.endedAt)) : null,
    // What ended for a reason of ours is told as cancelled.
    endedWhy: before.endedWhy ?? (isOver ? (fact.endedWhy ?? 'provider') : null),
    readAt: fact.readAt.toISOString(),
    ...(fact.card && {
      cardBrand: fact.card.brand,
      cardLast4: fact.card.last4,
      cardExpires: fact.card.expires,
    }),
    // What was not collected has to be given up as well: only then is it over.
    stopRequestedAt: fact.isSettled ? null : stopRequestedAt,
    pauseRequestedAt: isOver ? null : before.pauseRequestedAt,
  };
}

type Compared = Pick<LockedPlan, 'state' | 'amountCents' | 'coverCents' | 'interval' | 'causeId'>;

/** What happened between two states of a plan. */
function eventsBetween(before: Compared, after: Compared): PlanEventKind[] {
  const events: PlanEventKind[] = [];
  const hasChanged =
    before.amountCents !== after.amountCents ||
    before.coverCents !== after.coverCents ||
    before.interval !== after.interval ||
    before.causeId !== after.causeId;
  if (hasChanged) events.push('changed');
  if (before.state === after.state) return events;
  if (after.state === 'ended') return [...events, 'ended'];
  // Pausing or stopping what fails pays nothing.
  if (before.state === 'failing' && after.state === 'active') events.push('recovered');
  if (before.state === 'paused') events.push('resumed');
  if (after.state === 'failing') events.push('failed');
  if (after.state === 'paused') events.push('paused');
  return events;
}

/** Writes down what happened by the word of the provider: who asked for it, if somebody did, and why. */
async function recordToldEvent(
  trx: Trx,
  plan: LockedPlan,
  kind: PlanEventKind,
  { fact, actor }: { fact: PlanFact; actor: string | undefined },
): Promise<void> {
  const asked = kind === 'ended' && actor === undefined ? await whoStopped(trx, plan.id) : actor;
  await recordPlanEvent(trx, plan, kind, asked ?? providerActor(plan.provider), {
    ...(kind === 'ended' && { why: plan.endedWhy }),
    ...(kind === 'failed' && { why: fact.failure?.code ?? null }),
    ...(kind === 'paused' && { until: plan.pausedUntil }),
  });
}

/** Who asked to stop a plan, which the provider only confirms. */
async function whoStopped(trx: Trx, id: PlanId): Promise<string | undefined> {
  const asked = await trx
    .selectFrom('planEvents')
    .select('actor')
    .where('planId', '=', id)
    .where('kind', '=', 'stop_requested')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return asked?.actor;
}

// Nobody gets more mails about one card than one in three days.
const mailPauseMs = 3 * 24 * 3600 * 1000;

async function tellDonor(
  trx: Trx,
  before: LockedPlan,
  plan: LockedPlan,
  fact: PlanFact,
  causeName: string,
  mailer: Mailer,
): Promise<void> {
  const { config } = mailer;
  const { failure } = fact;
  if (plan.state === 'ended') {
    if (before.state === 'ended') return;
    await mailDonor(trx, plan, causeName, mailer, (told) =>
      planEnded(config, told, plan.endedWhy ?? 'provider'),
    );
    if (plan.endedWhy === 'disputed') await alertDispute(trx, plan.id, mailer);
    return;
  }
  if (failure) {
    const last = plan.failureMailedAt === null ? null : Date.parse(plan.failureMailedAt);
    const isNews = failure.mustConfirm && !before.mustConfirm;
    const isDue = last === null || failure.triedAt.getTime() - last >= mailPauseMs;
    if (!isDue && !(isNews && last !== failure.triedAt.getTime())) return;
    await trx
      .updateTable('plans')
      .set({ failureMailedAt: failure.triedAt.toISOString() })
      .where('id', '=', plan.id)
      .execute();
    await mailDonor(trx, plan, causeName, mailer, (told) =>
      failure.mustConfirm
        ? planPaymentToConfirm(config, told)
        : planPaymentFailed(config, told, failure),
    );
    return;
  }
  if (fact.isAnnounced) await announcePayment(trx, plan, causeName, mailer);
}

/** Tells the donor of a quarterly or yearly plan that a payment is coming, once for each. */
export async function announcePayment(
  trx: Trx,
  plan: LockedPlan,
  causeName: string,
  mailer: Mailer,
): Promise<void> {
  if (plan.interval === 'monthly' || plan.state !== 'active' || plan.nextChargeAt === null) return;
  if (plan.stopRequestedAt !== null || plan.announcedChargeAt === plan.nextChargeAt) return;
  await trx
    .updateTable('plans')
    .set({ announcedChargeAt: plan.nextChargeAt })
    .where('id', '=', plan.id)
    .execute();
  await mailDonor(trx, plan, causeName, mailer, (told) => planPaymentComing(mailer.config, told));
}

/** Writes to the donor of a plan, with a link to it; nobody whose address we do not have. */
export async function mailDonor(
  trx: Trx,
  plan: Pick<
    LockedPlan,
    'id' | 'donorId' | 'amountCents' | 'coverCents' | 'interval' | 'nextChargeAt'
  >,
  causeName: string,
  mailer: Mailer,
  write: (told: ToldPlan) => Message,
): Promise<void> {
  if (plan.donorId === null) return;
  const donor = await trx
    .selectFrom('donors')
    .select('email')
    .where('id', '=', plan.donorId)
    .executeTakeFirstOrThrow();
  if (donor.email === null) return;
  const told = {
    email: donor.email,
    causeName,
    amountCents: plan.amountCents,
    coverCents: plan.coverCents,
    interval: plan.interval,
    nextChargeAt: plan.nextChargeAt,
    timeZone: mailer.settings.current().timeZone,
    url: await createPlanLink(trx, plan.id, mailer),
  };
  await mailer.enqueue(trx, { ...write(told), donorId: plan.donorId });
}

function alertDispute(trx: Trx, id: PlanId, mailer: Mailer): Promise<void> {
  return raiseAlert(
    trx,
    {
      key: `plan-disputed:${id}`,
      title: 'A recurring donation ended after a dispute',
      message:
        'A donor disputed a payment of a recurring donation at their bank, and the payment provider has ended it.',
      path: adminPaths.donations,
    },
    mailer,
  );
}

async function knownCause(trx: Trx, text: string) {
  const id = causeId.safeParse(text).data;
  if (id === undefined) return undefined;
  return trx.selectFrom('causes').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

function textOf(moment: Date | null | undefined): string | null {
  return moment?.toISOString() ?? null;
}
