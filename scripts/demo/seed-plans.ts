import { sql } from 'kysely';
import { pino } from 'pino';
import type { CauseId, PlanId } from '#contract/ids.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { addMonths } from '#core/plans/plans.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import { saveSettings } from '#server/operations/settings/commands.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import {
  findTestPlan,
  firstInvoice,
  nextPayment,
} from '#server/payments/payments/test-payments.ts';
import { pausePlan } from '#server/plans/plans/pause-plan.ts';
import { repeatPlanRequests } from '#server/plans/plans/repeat-plan-requests.ts';
import { requestStop } from '#server/plans/plans/stop-plan.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { PaymentEvent } from '#server/provider/payment-provider/provider.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { centsOf } from './amounts.ts';
import {
  backdate,
  backdateCover,
  backdateDonor,
  backdateLedger,
  moment,
  withoutTrigger,
} from './backdate.ts';
import type { Cause } from './causes.ts';
import { contact } from './contact.ts';
import { type PlanStory, plans } from './plans.ts';

const dayMs = 86_400_000;

/** Lets people give again and again for a year, each payment on its day; some add card costs, which the form offers. */
export async function seedPlans(
  db: Db,
  mailer: Mailer,
  team: TeamMember,
  causeId: (name: Cause) => CauseId,
): Promise<void> {
  const { config, settings } = mailer;
  const { cardCosts, ...others } = await settings.read(db);
  const offered = { ...others, cardCosts: { ...cardCosts, isCoverOffered: true } };
  await saveSettings(db, team, offered, { config, settings, mailer });
  for (const story of plans) await addPlan({ db, mailer, team }, story, causeId(story.cause));
}

interface Site {
  db: Db;
  mailer: Mailer;
  team: TeamMember;
}

async function addPlan(site: Site, story: PlanStory, causeId: CauseId): Promise<void> {
  const { db, mailer, team } = site;
  const { firstName, lastName, dollars, interval, daysAgo, refused = [], end } = story;
  const amount = centsOf(dollars);
  const { cardCosts } = mailer.settings.current();
  const cover = story.addsCardCosts ? coverFor(amount, cardCosts) : 0;
  const { id } = await startDonation(
    db,
    { network: null, site: null },
    {
      amount,
      cover,
      causeId,
      interval,
      firstName,
      lastName,
      ...contact(firstName, lastName),
      description: '',
      isAvailableToVolunteerTime: false,
    },
    null,
    { minCents: 1, maxCents: amount + cover, settings: mailer.settings.current() },
    createTestProvider(mailer.config),
  );
  const begun = daysBefore(daysAgo);
  const event = { provider: 'test', eventId: `demo-${id}`, type: 'demo' };
  await happened(site, id, begun, { ...event, ...firstInvoice(await planOf(db, id), begun) });
  for (let number = 2; number <= (end?.after ?? Number.POSITIVE_INFINITY); number++) {
    const day = await nextDay(db, id);
    if (day === null || day > new Date()) return;
    if (refused.includes(number)) await bankSays(site, id, 'failed', day);
    await bankSays(site, id, 'paid', day);
  }
  const day = (await nextDay(db, id)) ?? new Date();
  const services = { payments: createTestProvider(mailer.config), mailer };
  switch (end?.how) {
    case 'failing':
      return bankSays(site, id, 'failed', day);
    case 'given-up':
      await bankSays(site, id, 'failed', day);
      return bankSays(site, id, 'given-up', new Date(day.getTime() + 14 * dayMs));
    case 'stopped':
      await requestStop(db, id, { why: 'donor', actor: 'donor' });
      await repeatPlanRequests(db, services);
      return backdateEvents(db, id, day);
    case 'paused': {
      const until = addMonths(new Date().toISOString().slice(0, 10), 2);
      await pausePlan(db, team, { id, until }, services);
      return backdateEvents(db, id, day);
    }
  }
}

async function bankSays(
  site: Site,
  id: PlanId,
  what: 'paid' | 'failed' | 'given-up',
  day: Date,
): Promise<void> {
  const event = nextPayment(await planOf(site.db, id), what, day);
  if (event === null) throw new Error(`Nothing more can come of the recurring donation ${id}.`);
  await happened(site, id, day, event);
}

/** Books what the provider tells, as of its day. */
async function happened(site: Site, id: PlanId, day: Date, event: PaymentEvent): Promise<void> {
  const { db, mailer } = site;
  await handlePaymentEvent(db, event, mailer, pino({ level: 'silent' }));
  await backdateEvents(db, id, day);
  if (event.kind !== 'invoice') return;
  const donation = await db
    .selectFrom('donations')
    .select('id')
    .where('invoiceId', '=', event.invoiceId)
    .executeTakeFirstOrThrow();
  const daysAgo = daysSince(day);
  await backdate(db, 'donations.created_at', donation.id, daysAgo);
  await backdateDonor(db, donation.id);
  await backdateCover(db, donation.id, daysAgo);
  await backdateLedger(db, sql`donation_id = ${donation.id}`, daysAgo);
}

/** Moves what just happened to a plan to its day. */
async function backdateEvents(db: Db, id: PlanId, day: Date): Promise<void> {
  const then = moment(daysSince(day));
  await withoutTrigger(db, 'plan_events', 'plan_events_append_only', (trx) =>
    sql`update plan_events set created_at = ${then}
      where plan_id = ${id} and created_at > now() - interval '10 minutes'`.execute(trx),
  );
  await sql`update plans set created_at = started_at where id = ${id}`.execute(db);
  await sql`update plans set ended_at = ${then} where id = ${id} and state = 'ended'`.execute(db);
}

async function planOf(db: Db, id: PlanId) {
  const plan = await findTestPlan(db, id);
  if (plan === null) throw new Error(`There is no recurring donation ${id}.`);
  return plan;
}

async function nextDay(db: Db, id: PlanId): Promise<Date | null> {
  const { nextChargeAt } = await planOf(db, id);
  return nextChargeAt === null ? null : new Date(nextChargeAt);
}

function daysBefore(days: number): Date {
  return new Date(Date.now() - days * dayMs);
}

function daysSince(day: Date): number {
  return Math.max(0, Math.floor((Date.now() - day.getTime()) / dayMs));
}
