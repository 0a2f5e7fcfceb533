import { sql } from 'kysely';
import type { CauseId, PlanId } from '#contract/ids.ts';
import { planPagePath } from '#contract/pages.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { coverAfterLowering, type PlanParts, totalOf } from '#core/plans/plan-parts.ts';
import { changeableDays, type EndReason, isRaise, type PlanInterval } from '#core/plans/plans.ts';
import { formatDay, startOfDay } from '#core/platform/dates.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import { linksHeld } from '#server/donors/donors/emails.ts';
import { findDonorByAddress } from '#server/donors/donors/find-or-make-donor.ts';
import { isHeld, isNewAddressSql, refuseWhileHeld } from '#server/donors/donors/held-links.ts';
import { checkCover } from '#server/giving/donations/commands.ts';
import { changeLinks } from '#server/plans/plans/emails.ts';
import { whileHeld } from '#server/plans/plans/hold-plan.ts';
import {
  createChangeLink,
  findPlanLink,
  type LinkUser,
  releaseChangeLink,
  useChangeLink,
} from '#server/plans/plans/plan-links.ts';
import { recordPlan, recordPlanEvent } from '#server/plans/plans/record-plan.ts';
import { dropTeamChange, keepTeamChange } from '#server/plans/plans/team-change.ts';
import { demandRight, type TeamMember, userActor, type Visitor } from '#server/platform/actor.ts';
import { type AuditEntry, recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { refuseTooMuchMail } from '#server/platform/misuse/mail-limit.ts';
import {
  DefiniteFailure,
  type KnownPlan,
  type PaymentProvider,
  type PlanChange,
  type PlanFact,
} from '#server/provider/payment-provider/provider.ts';

/** What changing a plan needs. */
export interface PlanServices {
  payments: PaymentProvider;
  mailer: Mailer;
}

// How long somebody waits for the provider, in milliseconds.
const patience = 9_000;

/** What is changed of a plan, as somebody enters it: days are where the charity is. */
export interface PlanEdit {
  amount?: number | undefined;
  /** What is added for card costs, as the donor saw it. */
  cover?: number | undefined;
  causeId?: CauseId | undefined;
  interval?: PlanInterval | undefined;
  nextCharge?: string | undefined;
}

/** The donor changes a plan with a link that is used up by it. */
export function changeOwnPlan(
  db: Db,
  { token, ...edit }: PlanEdit & { token: string },
  services: PlanServices,
): Promise<void> {
  return withLink(db, token, async (plan, user) => {
    const { causeId, interval, nextCharge } = edit;
    const parts = partsWanted(plan, edit, services.mailer);
    if (isRaise(plan, { ...plan, ...parts, ...(interval && { interval }) })) {
      await refuseAtNewAddress(db, plan.id);
    }
    if (causeId !== undefined) await checkCause(db, causeId);
    const isMoved = nextCharge !== undefined || (interval ?? plan.interval) !== plan.interval;
    if (isMoved && plan.state !== 'active') {
      throw new AppError(
        'plan_not_active',
        'How often and when can be changed while your recurring donation is active.',
      );
    }
    const nextChargeAt =
      nextCharge !== undefined
        ? noonOf(dayWithin(nextCharge, services.mailer, 'nextCharge'), services.mailer)
        : // Another interval alone would be charged at once.
          isMoved
          ? plan.nextChargeAt
          : null;
    await change(
      db,
      plan,
      {
        ...(parts !== null && { parts }),
        ...(causeId !== undefined && { causeId }),
        ...(interval !== undefined && interval !== plan.interval && { interval }),
        ...(nextChargeAt !== null && { nextChargeAt }),
      },
      user,
      services,
    );
  });
}

/** The donor pauses a plan until a day, with any link, as it can stop: nobody is charged more by it. */
export async function pauseOwnPlan(
  db: Db,
  { token, until }: { token: string; until: string },
  services: PlanServices,
): Promise<void> {
  const { planId, user } = await findPlanLink(db, token);
  await whileHeld(db, planId, async () => {
    const plan = await runningPlan(db, planId);
    // An earlier end of a pause would charge sooner, and takes a fresh link, as ending it does.
    if (plan.state !== 'active') {
      throw new AppError(
        'plan_not_active',
        'Your recurring donation can be paused while it is active.',
      );
    }
    await change(db, plan, { pausedUntil: startOf(until, services.mailer) }, user, services);
  });
}

/** The donor lowers the amount, with any link: nobody is charged more by it. */
export async function lowerOwnPlan(
  db: Db,
  { token, amount }: { token: string; amount: number },
  services: PlanServices,
): Promise<void> {
  const { planId, user } = await findPlanLink(db, token);
  await whileHeld(db, planId, async () => {
    const plan = await runningPlan(db, planId);
    const parts = loweredParts(plan, amount, services.mailer, 'raising it takes a fresh link');
    await change(db, plan, { parts }, user, services);
  });
}

/** The donor ends a pause, with a link that is used up by it. */
export function resumeOwnPlan(db: Db, token: string, services: PlanServices): Promise<void> {
  return withLink(db, token, (plan, user) =>
    change(db, plan, { pausedUntil: null }, user, services),
  );
}

/** The address of a page on which the donor enters another card. */
export async function openCardPage(
  db: Db,
  token: string,
  { payments, mailer }: PlanServices,
): Promise<string> {
  const returnUrl = `${mailer.config.publicUrl}${planPagePath}?card=changed`;
  let url = '';
  await withLink(db, token, async (plan) => {
    url = await payments
      .openCardPage(plan, returnUrl, AbortSignal.timeout(patience))
      .catch(refusal);
  });
  return url;
}

/** The address of a page on which the donor confirms an overdue payment. */
export async function openPaymentPage(
  db: Db,
  token: string,
  { payments }: PlanServices,
): Promise<string> {
  const { planId } = await findPlanLink(db, token);
  const { failingInvoiceId } = await db
    .selectFrom('plans')
    .select('failingInvoiceId')
    .where('id', '=', planId)
    .executeTakeFirstOrThrow();
  const url =
    failingInvoiceId === null
      ? null
      : await payments
          .openPaymentPage(failingInvoiceId, AbortSignal.timeout(patience))
          .catch(refusal);
  if (url !== null) return url;
  throw new AppError('nothing_left', 'There is no payment to confirm anymore.');
}

/** The donor stops a plan, with any link. */
export async function stopOwnPlan(db: Db, token: string, services: PlanServices): Promise<void> {
  const { planId, user } = await findPlanLink(db, token);
  await requestStop(db, planId, { why: 'donor', actor: user });
  await askProvider(db, planId, services);
}

/**
 * The donor says whether a plan is anonymous. What was given so far becomes anonymous with it, and never the other way:
 * somebody may have chosen it for one donation.
 */
export function setPlanAnonymity(
  db: Db,
  { token, isAnonymous }: { token: string; isAnonymous: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { planId } = await findPlanLink(trx, token);
    await trx.updateTable('plans').set({ isAnonymous }).where('id', '=', planId).execute();
    if (!isAnonymous) return;
    await trx
      .updateTable('donations')
      .set({ isAnonymous })
      .where('planId', '=', planId)
      .where('isAnonymous', '=', false)
      .execute();
  });
}

/** Somebody of the team lowers a plan; only its donor may raise it. */
export async function lowerPlan(
  db: Db,
  actor: TeamMember,
  { id, amount }: { id: PlanId; amount: number },
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileHeld(db, id, async () => {
    const plan = await runningPlan(db, id);
    const parts = loweredParts(plan, amount, services.mailer, 'only the donor can raise it');
    const what = `it is ${formatCents(amount)} instead of ${formatCents(plan.amountCents)} from the next payment on.`;
    await changeByTeam(db, actor, plan, { parts }, services, {
      words: what,
      audit: {
        action: 'plan.lowered',
        before: { amountCents: plan.amountCents, coverCents: plan.coverCents },
        after: parts,
      },
    });
  });
}

/** Somebody of the team pauses a plan until a day. */
export async function pausePlan(
  db: Db,
  actor: TeamMember,
  { id, until }: { id: PlanId; until: string },
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileHeld(db, id, async () => {
    const plan = await runningPlan(db, id);
    const pausedUntil = startOf(until, services.mailer);
    await changeByTeam(db, actor, plan, { pausedUntil }, services, {
      words: `it is paused until ${formatDay(until)}.`,
      audit: { action: 'plan.paused' },
    });
  });
}

/** Somebody of the team ends the pause of a plan. One that is not paused stays as it is. */
export async function resumePlan(
  db: Db,
  actor: TeamMember,
  id: PlanId,
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileHeld(db, id, async () => {
    const plan = await runningPlan(db, id);
    if (plan.state !== 'paused') return;
    await changeByTeam(db, actor, plan, { pausedUntil: null }, services, {
      words: 'it is not paused anymore.',
      audit: { action: 'plan.resumed' },
    });
  });
}

/** Somebody of the team stops a plan, for a reason that only the team reads. */
export async function stopPlan(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: PlanId; reason: string },
  services: PlanServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await runningPlan(db, id);
  await requestStop(db, id, { why: 'staff', actor: userActor(actor) }, (trx) =>
    recordAudit(trx, { actor: userActor(actor), action: 'plan.stopped', subjectId: id, reason }),
  );
  await askProvider(db, id, services);
}

/**
 * Moves a plan from one cause to another at the provider, as the team has announced to its donor, if that is still wanted at
 * the time at which nobody else changes the plan. What is to be kept with it is written in the same transaction: whether it
 * was moved, or left because it has ended, is being stopped, or has another cause by now. Throws if the provider does not
 * answer.
 */
export function moveToCause(
  db: Db,
  { id, from, to }: { id: PlanId; from: CauseId; to: CauseId },
  services: PlanServices,
  steps: { isWanted(): Promise<boolean>; also(trx: Trx, isMoved: boolean): Promise<void> },
): Promise<void> {
  return whileHeld(db, id, async () => {
    if (!(await steps.isWanted())) return;
    const plan = await knownPlan(db, id);
    if (!plan || plan.state === 'ended' || plan.isBeingStopped || plan.causeId !== from) {
      await db.transaction().execute((trx) => steps.also(trx, false));
      return;
    }
    await change(db, plan, { causeId: to }, 'system', services, (trx) => steps.also(trx, true));
  });
}

/** Stops every plan of these donors, before they are erased. Returns how many the provider has not confirmed. */
export async function stopPlansOf(
  db: Db,
  donors: string[],
  actor: TeamMember,
  services: PlanServices,
): Promise<number> {
  const plans = await db
    .selectFrom('plans')
    .select('id')
    .where(sql<boolean>`donor_id = any(${donors}::uuid[])`)
    .where((row) => row.or([row('state', '<>', 'ended'), row('stopRequestedAt', 'is not', null)]))
    .execute();
  let unconfirmed = 0;
  for (const { id } of plans) {
    await requestStop(db, id, { why: 'staff', actor: userActor(actor) });
    if (!(await askProvider(db, id, services))) unconfirmed++;
  }
  return unconfirmed;
}

/**
 * Asks the provider to end or pause every plan that is to be, again and again until it has confirmed: what it did not
 * confirm may still be charged.
 */
export async function repeatPlanRequests(db: Db, services: PlanServices): Promise<void> {
  const waiting = await db
    .selectFrom('plans')
    .innerJoin('checkouts', 'checkouts.id', 'plans.id')
    .select('plans.id')
    .where('provider', '=', services.payments.name)
    .where((row) =>
      row.or([row('stopRequestedAt', 'is not', null), row('pauseRequestedAt', 'is not', null)]),
    )
    // Those that are refused again and again stand in the way of no others.
    .orderBy(sql`random()`)
    .limit(100)
    .execute();
  for (const { id } of waiting) await askProvider(db, id, services);
}

/** Mails a link that changes a plan to its donor, whoever asked for it. */
export async function mailChangeLink(
  db: Db,
  visitor: Visitor,
  token: string,
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { planId } = await findPlanLink(trx, token);
    const [plan] = await plansToChange(trx).where('plans.id', '=', planId).execute();
    if (!plan) throw planEnded();
    if (plan.email === null) throw notFound('recurring donation');
    await refuseWhileHeld(trx, plan.donorId);
    await refuseTooMuchMail(trx, 'plan-link', visitor, plan.email, mailer.config);
    await mailLinks(trx, [plan], mailer);
  });
}

/** Mails links to all plans of an address to it, if there are any. Runs as a job, so that response times tell nothing. */
export async function sendChangeLinks(db: Db, typed: string, mailer: Mailer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const donor = await findDonorByAddress(trx, typed);
    if (!donor) return;
    if (await isHeld(trx, donor.id)) {
      const mail = linksHeld(mailer.config, donor.email);
      await mailer.enqueue(trx, { ...mail, donorId: donor.id });
      return;
    }
    const plans = await plansToChange(trx).where('donors.id', '=', donor.id).execute();
    for (let first = 0; first < plans.length; first += linksInMail) {
      await mailLinks(trx, plans.slice(first, first + linksInMail), mailer);
    }
  });
}

// As many as somebody can still look through; whoever has more plans gets more emails.
const linksInMail = 20;

function plansToChange(db: Db) {
  return db
    .selectFrom('plans')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .innerJoin('causes', 'causes.id', 'plans.causeId')
    .select([
      'plans.id',
      'amountCents',
      'coverCents',
      'interval',
      'causes.name as causeName',
      'donors.email',
    ])
    .select('donors.id as donorId')
    .where('state', 'not in', ['started', 'ended'])
    .where('stopRequestedAt', 'is', null)
    .orderBy('plans.id');
}

async function mailLinks(
  trx: Trx,
  plans: Awaited<ReturnType<ReturnType<typeof plansToChange>['execute']>>,
  mailer: Mailer,
): Promise<void> {
  const [first] = plans;
  if (!first?.email) return;
  const links = [];
  let expiresAt = '';
  for (const plan of plans) {
    const link = await createChangeLink(trx, plan.id, mailer);
    expiresAt = link.expiresAt;
    links.push({ ...plan, url: link.url });
  }
  const mail = changeLinks(mailer.config, first.email, links, expiresAt);
  await mailer.enqueue(trx, { ...mail, donorId: first.donorId });
}

/** Does something with the plan of a link, which is used up unless it fails. */
async function withLink(
  db: Db,
  token: string,
  work: (plan: KnownPlan, user: LinkUser) => Promise<void>,
): Promise<void> {
  const { planId: id, user } = await useChangeLink(db, token);
  try {
    await whileHeld(db, id, async () => work(await runningPlan(db, id), user));
  } catch (error) {
    await releaseChangeLink(db, token);
    throw error;
  }
}

/** Nobody can have a card charged more by giving its donor another address: that has to be theirs for three days, whoever agreed. */
async function refuseAtNewAddress(db: Db, id: PlanId): Promise<void> {
  const { isNew } = await db
    .selectFrom('plans')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .select(isNewAddressSql(sql`now()`).as('isNew'))
    .where('plans.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isNew) return;
  throw new AppError(
    'address_too_new',
    'The email address of this recurring donation was changed in the last three days. To protect you, it can be raised only once the address has been yours for three days. Everything else can be changed.',
  );
}

/** A plan that may be changed. 404 for an unknown id, 409 if it has ended or is being stopped. */
async function runningPlan(db: Db, id: PlanId): Promise<KnownPlan> {
  const plan = await knownPlan(db, id);
  if (!plan) throw notFound('recurring donation');
  if (plan.state === 'ended' || plan.isBeingStopped) throw planEnded();
  return plan;
}

async function knownPlan(db: Db, id: PlanId) {
  const row = await db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'started')
    .executeTakeFirst();
  if (!row || row.state === 'started') return undefined;
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return {
    id: row.id,
    subscriptionId: row.subscriptionId ?? '',
    customerId: row.customerId ?? '',
    causeId: row.causeId,
    amountCents: row.amountCents,
    coverCents: row.coverCents,
    currency: row.currency,
    interval: row.interval,
    state: row.state,
    startedAt: new Date(row.startedAt ?? row.createdAt),
    nextChargeAt: moment(row.nextChargeAt),
    pausedUntil: moment(row.pausedUntil),
    failure:
      row.failingSince === null
        ? null
        : {
            invoiceId: row.failingInvoiceId ?? '',
            since: new Date(row.failingSince),
            code: row.lastFailureCode,
            triedAt: new Date(row.failureMailedAt ?? row.failingSince),
            nextTryAt: moment(row.nextTryAt),
            mustConfirm: row.mustConfirm,
          },
    isBeingStopped: row.stopRequestedAt !== null,
    isToPause: row.pauseRequestedAt !== null,
  };
}

/**
 * A change of the team: it is in the audit trail before the provider hears of it, so that nothing is done of which the trail
 * does not know, and so is what the provider refuses or leaves open. The donor is told once it is known that it was made.
 */
async function changeByTeam(
  db: Db,
  member: TeamMember,
  plan: KnownPlan,
  what: PlanChange,
  services: PlanServices,
  { words, audit }: { words: string; audit: Omit<AuditEntry, 'actor' | 'subjectId'> },
): Promise<void> {
  const actor = userActor(member);
  const record = (trx: Trx, entry: Omit<AuditEntry, 'actor' | 'subjectId'>) =>
    recordAudit(trx, { actor, subjectId: plan.id, ...entry });
  await db.transaction().execute(async (trx) => {
    await keepTeamChange(trx, plan.id, words, what);
    await record(trx, audit);
  });
  let isAnswered = false;
  try {
    const fact = await services.payments.changePlan(plan, what, AbortSignal.timeout(patience));
    isAnswered = true;
    await book(db, fact, actor, services);
  } catch (error) {
    if (error instanceof DefiniteFailure && !isAnswered) {
      await db.transaction().execute(async (trx) => {
        await dropTeamChange(trx, plan.id);
        await record(trx, { action: 'plan.change_refused' });
      });
      throw error.refusal;
    }
    const reason = isAnswered
      ? 'The payment provider has done it, and it was not booked at once.'
      : 'The payment provider has not said whether it was done.';
    await db.transaction().execute((trx) => record(trx, { action: 'plan.change_open', reason }));
    throw error;
  }
}

/** Asks the provider first, outside of any transaction, and books what it says. */
async function change(
  db: Db,
  plan: KnownPlan,
  what: PlanChange,
  actor: string,
  { payments, mailer }: PlanServices,
  also?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const fact = await payments.changePlan(plan, what, AbortSignal.timeout(patience)).catch(refusal);
  await book(db, fact, actor, { payments, mailer }, also);
}

async function book(
  db: Db,
  fact: PlanFact,
  actor: string | undefined,
  { payments, mailer }: PlanServices,
  also?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const told = { provider: payments.name, fact, ...(actor !== undefined && { actor }) };
    const booking = await recordPlan(trx, told, mailer);
    if (booking.outcome === 'refused') throw new Error(`The plan was not booked: ${booking.note}.`);
    await also?.(trx);
  });
}

function refusal(error: unknown): never {
  throw error instanceof DefiniteFailure ? error.refusal : error;
}

/** Keeps that a plan is to end; whoever asked first is why. */
export async function requestStop(
  db: Db,
  id: PlanId,
  { why, actor }: { why: EndReason; actor: string },
  also?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await keepStop(trx, id, { why, actor })) await also?.(trx);
  });
}

/**
 * The same as a part of something else that the team does, such as a refund. {@link confirmStop} asks the provider
 * afterward. One that has ended, or is being stopped, stays as it is.
 */
export async function stopPlanWithin(
  trx: Trx,
  actor: TeamMember,
  { id, reason }: { id: PlanId; reason: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  if (!(await keepStop(trx, id, { why: 'staff', actor: userActor(actor) }))) return;
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'plan.stopped',
    subjectId: id,
    reason,
  });
}

/** Asks the provider once to end a plan that is to end. If it does not confirm, it is asked every minute. */
export async function confirmStop(db: Db, id: PlanId, services: PlanServices): Promise<void> {
  await askProvider(db, id, services);
}

/** Returns whether this call is the one that ends it. */
async function keepStop(
  trx: Trx,
  id: PlanId,
  { why, actor }: { why: EndReason; actor: string },
): Promise<boolean> {
  const plan = await trx
    .updateTable('plans')
    .set({ stopRequestedAt: sql<string>`now()`, endedWhy: why })
    .where('id', '=', id)
    .where('state', 'not in', ['started', 'ended'])
    .where('stopRequestedAt', 'is', null)
    .returning(['id', 'causeId', 'amountCents', 'coverCents', 'interval'])
    .executeTakeFirst();
  if (!plan) return false;
  await recordPlanEvent(trx, plan, 'stop_requested', actor, { why });
  return true;
}

/** Asks the provider to end or pause a plan. Returns whether it has confirmed; if not, it is asked again. */
async function askProvider(db: Db, id: PlanId, services: PlanServices): Promise<boolean> {
  const plan = await knownPlan(db, id);
  if (!plan) return true;
  try {
    if (plan.isBeingStopped) {
      await book(db, await services.payments.stopPlan(plan), undefined, services);
    } else if (plan.isToPause) {
      const { last } = changeableDays(new Date(), services.mailer.settings.current().timeZone);
      const pausedUntil = startOf(last, services.mailer);
      await whileHeld(db, id, async () => {
        // Somebody may have changed, paused, or stopped it while we waited.
        const held = await knownPlan(db, id);
        if (!held || held.isBeingStopped || !held.isToPause) return;
        await change(db, held, { pausedUntil }, 'system', services, async (trx) => {
          await trx
            .updateTable('plans')
            .set({ pauseRequestedAt: null })
            .where('id', '=', id)
            .execute();
        });
      });
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * What each payment is to consist of, or null if that stays. With another amount, what is added for card costs is computed
 * with the rate of today, and has to be what the donor saw: nobody pays a total that they have not seen.
 */
function partsWanted(
  plan: KnownPlan,
  { amount = plan.amountCents, cover }: PlanEdit,
  { config, settings }: Mailer,
): PlanParts | null {
  const isOther = amount !== plan.amountCents;
  if (isOther) checkAmount(amount, config.donation);
  if (!isOther && (cover ?? plan.coverCents) === plan.coverCents) return null;
  const { cardCosts } = settings.current();
  // Whoever adds card costs already may go on, also if the charity does not ask for it anymore.
  const isCoverOffered = cardCosts.isCoverOffered || plan.coverCents > 0;
  if (cover === undefined && plan.coverCents > 0) {
    const parts = { amountCents: amount, coverCents: coverFor(amount, cardCosts) };
    const text = `With card costs, each payment would be ${formatCents(totalOf(parts))}. Please confirm what is added for them`;
    throw new AppError('invalid_input', `${text}.`, { cover: text });
  }
  const coverCents = cover ?? 0;
  const limits = {
    maxCents: config.donation.maxCents,
    cardCosts: { ...cardCosts, isCoverOffered },
  };
  checkCover(amount, coverCents, limits);
  return { amountCents: amount, coverCents };
}

/** What each payment consists of with a lower amount. 422 if it is not lower; `otherwise` says who can raise it, or how. */
function loweredParts(
  plan: KnownPlan,
  amountCents: number,
  { config, settings }: Mailer,
  otherwise: string,
): PlanParts {
  checkAmount(amountCents, config.donation);
  if (amountCents >= plan.amountCents) {
    throw outOfRange(`Must be less than ${formatCents(plan.amountCents)}: ${otherwise}`);
  }
  const { cardCosts } = settings.current();
  return { amountCents, coverCents: coverAfterLowering(plan.coverCents, amountCents, cardCosts) };
}

function checkAmount(amount: number, limits: { minCents: number; maxCents: number }): void {
  if (amount < limits.minCents || amount > limits.maxCents) {
    const [min, max] = [formatCents(limits.minCents), formatCents(limits.maxCents)];
    throw outOfRange(`Must be between ${min} and ${max}`);
  }
  const problem = cardProblem(amount);
  if (problem !== null) throw outOfRange(problem);
}

function outOfRange(message: string): AppError {
  return new AppError('amount_out_of_range', `Please check the amount. ${message}.`, {
    amount: message,
  });
}

async function checkCause(db: Db, id: CauseId): Promise<void> {
  const known = await db.selectFrom('causes').select('id').where('id', '=', id).executeTakeFirst();
  if (known) return;
  throw new AppError('invalid_input', 'Please choose a cause from the list.', {
    causeId: 'Choose a cause from the list',
  });
}

function dayWithin(day: string, mailer: Mailer, field: string): string {
  const { first, last } = changeableDays(new Date(), mailer.settings.current().timeZone);
  if (day >= first && day <= last) return day;
  const message = `Must be between ${formatDay(first)} and ${formatDay(last)}`;
  throw new AppError('invalid_input', `Please check the day. ${message}.`, { [field]: message });
}

function startOf(day: string, mailer: Mailer): Date {
  const { timeZone } = mailer.settings.current();
  return new Date(startOfDay(dayWithin(day, mailer, 'until'), timeZone) ?? day);
}

// At noon, so that it is the same day for everybody in the charity's country.
function noonOf(day: string, mailer: Mailer): Date {
  const { timeZone } = mailer.settings.current();
  return new Date(Date.parse(startOfDay(day, timeZone) ?? day) + 12 * 3600 * 1000);
}

function planEnded(): AppError {
  return new AppError(
    'plan_ended',
    'This recurring donation has ended, so nothing of it can be changed. Nothing will be charged anymore.',
  );
}
