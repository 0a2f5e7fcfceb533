import { sql } from 'kysely';
import { pino } from 'pino';
import type { CauseId, NominationId, UserId } from '#contract/ids.ts';
import type { Role } from '#core/people/rights.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { listDonations } from '#server/giving/donations/queries.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import { hashPassword } from '#server/people/sign-in/passwords.ts';
import { type TeamMember, withRights } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { createTestProvider } from '#server/provider/payment-provider/test-provider.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import type { RunningServer } from '#server/start.ts';
import { createCause } from '#server/vetting/causes/commands.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { submitNomination } from '#server/vetting/nominations/submit-nomination.ts';
import { answerQuestion } from '#server/vetting/questions/answer-question.ts';
import { askQuestions } from '#server/vetting/questions/ask-questions.ts';
import { centsOf, inBookCurrency } from './amounts.ts';
import { backdate, backdateDecisions, backdateLedger } from './backdate.ts';
import { causes } from './causes.ts';
import { contact } from './contact.ts';
import { donations } from './donations.ts';
import { give } from './give.ts';
import { nominations } from './nominations.ts';
import { proofs } from './proofs.ts';
import { seedBank } from './seed-bank.ts';
import { seedBoundDonations } from './seed-bound-donations.ts';
import { seedConsents } from './seed-consents.ts';
import { seedInKind } from './seed-in-kind.ts';
import { seedPlans } from './seed-plans.ts';
import { type Needs, seedProofs } from './seed-proofs.ts';
import { seedRunningCosts } from './seed-running-costs.ts';
import { seedVolunteers } from './seed-volunteers.ts';
import { seedWishes } from './seed-wishes.ts';
import { updates } from './updates.ts';
import {
  addColleagues,
  type Colleagues,
  checkedBefore,
  checkNomination,
  seedVetting,
} from './vetting.ts';

/** How to sign in to the demo. */
export const demoLogin = { email: 'grace@demo.example', password: 'Every1cent' };

/**
 * Whether the database contains nothing, a part of the demo (because writing it was interrupted), all of it, or
 * other data, which the demo must not touch.
 */
export async function databaseContent(db: Db): Promise<'nothing' | 'part' | 'demo' | 'other'> {
  const users = await db.selectFrom('users').select(['email', 'passwordHash']).execute();
  const grace = users.find(({ email }) => email === demoLogin.email);
  if (grace) return grace.passwordHash === null ? 'part' : 'demo';
  const cause = await db.selectFrom('causes').select('id').limit(1).executeTakeFirst();
  return users.length === 0 && !cause ? 'nothing' : 'other';
}

/** Fills an empty database with the demo's story, with the same commands that the site uses. */
export async function seedDemo(
  server: RunningServer,
  say: (sentence: string) => void,
): Promise<void> {
  const { db } = server.connection;
  // What happened weeks ago in the story does not send mail today.
  const mailer: Mailer = { ...server.mailer, enqueue: async () => {} };
  const team = await addTeam(db);
  const colleagues = await addColleagues(db);
  const causeIds = new Map<string, CauseId>();
  for (const name of causes) {
    causeIds.set(name, (await createCause(db, team, { name, isForRunningCosts: false })).id);
  }
  const causeId = (name: string) => {
    const id = causeIds.get(name);
    if (id === undefined) throw new Error(`There is no cause "${name}".`);
    return id;
  };

  for (const { cause, firstName, lastName, ...story } of donations) {
    await give(db, mailer, { ...story, name: [firstName, lastName], causeId: causeId(cause) });
  }
  await seedPlans(db, mailer, team, causeId);
  const needs: Needs = new Map();
  // The first nominations were given the older donations.
  for (const story of inBookCurrency(nominations).toSorted(
    (one, other) => other.daysAgo - one.daysAgo,
  )) {
    const people = { team, ...colleagues };
    needs.set(story.nominee, await addNomination(db, mailer, people, story, causeId(story.cause)));
  }
  await seedVolunteers(db, mailer, team, needs);
  await addAnswers(db, mailer, team, needs);
  await addFailedPayments(db, mailer, [...causeIds.values()]);
  await seedProofs({ ...server, team, say }, needs, proofs, updates);
  await seedBoundDonations(db, mailer, team);
  await seedInKind(db, mailer, team);
  await seedWishes(db, mailer, team, causeId);
  await seedConsents(db, mailer, team, needs);
  await seedVetting(db, mailer, team, colleagues, (nominee) => {
    const need = needs.get(nominee);
    if (!need) throw new Error(`There is no nomination of "${nominee}".`);
    return need.id;
  });
  await seedBank({ ...server, mailer }, team, causeId);
  await seedRunningCosts({ ...server, mailer, team, say });
  await openTheDoor(db, team, colleagues);
}

/**
 * A private link to the donation that paid for the most needs, as in the email to its donor; null if nothing is
 * spent.
 */
export async function aDonationToLookAt({
  connection: { db },
  mailer,
}: RunningServer): Promise<string | null> {
  const donation = await db
    .selectFrom('allocations')
    .select('donationId')
    .where('spentCents', '>', 0)
    .groupBy('donationId')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`sum(amount_cents)`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!donation) return null;
  return db.transaction().execute((trx) => createDonationLink(trx, donation.donationId, mailer));
}

async function addTeam(db: Db): Promise<TeamMember> {
  const grace = {
    id: newId<UserId>(),
    firstName: 'Grace',
    lastName: 'Okoye',
    email: demoLogin.email,
    roles: ['owner'] as Role[],
  };
  // Without a password until the story is complete: see `databaseContent`.
  await db
    .insertInto('users')
    .values({ ...grace, passwordHash: null, acceptedAt: sql<string>`now()` })
    .execute();
  return withRights(grace);
}

async function openTheDoor(db: Db, grace: TeamMember, { daniel, ruth }: Colleagues): Promise<void> {
  const passwordHash = await hashPassword(demoLogin.password);
  await db
    .updateTable('users')
    .set({ passwordHash })
    .where(
      'id',
      'in',
      [grace, daniel, ruth].map(({ id }) => id),
    )
    .execute();
}

async function addNomination(
  db: Db,
  mailer: Mailer,
  { team, daniel, ruth }: Colleagues & { team: TeamMember },
  story: (typeof nominations)[number],
  causeId: CauseId,
): Promise<{ id: NominationId; allocatedDaysAgo: number }> {
  const { nominee, description, daysAgo, status, allocated = 0, goal } = story;
  const [firstName, lastName] = story.by;
  const { id } = await submitNomination(
    db,
    { network: null, site: null },
    { nominee, description, causeId, firstName, lastName, ...contact(firstName, lastName) },
    mailer,
  );
  await backdate(db, 'nominations.created_at', id, daysAgo);
  if (status === 'pending') return { id, allocatedDaysAgo: daysAgo };
  const checked = inBookCurrency(checkedBefore)[nominee];
  if (checked) await checkNomination(db, mailer, ruth, id, { ...checked, daysAgo: daysAgo - 1 });
  // Grace, whose desk is shown, decides the appeals against what a colleague rejects.
  const [by, action] =
    status === 'rejected' ? [daniel, 'reject' as const] : [team, 'accept' as const];
  const goalAmount = goal === undefined ? undefined : centsOf(goal);
  await changeNominationStatus(db, by, { id, action, goalAmount }, mailer);
  await backdateDecisions(db, id, daysAgo);
  const cents = centsOf(allocated);
  const allocatedDaysAgo = await allocateOldestFirst(
    db,
    mailer.settings,
    team,
    id,
    causeId,
    cents,
    daysAgo,
  );
  if (status === 'completed') {
    await changeNominationStatus(db, team, { id, action: 'complete' }, mailer);
    await backdateDecisions(db, id, allocatedDaysAgo);
  }
  return { id, allocatedDaysAgo };
}

/** Nominators who were asked, and have answered since somebody last looked. */
async function addAnswers(db: Db, mailer: Mailer, team: TeamMember, needs: Needs): Promise<void> {
  for (const [nominee, question, text] of [
    [
      'Walter Kowalski',
      'Who can we call to confirm what is needed?',
      'His daughter, in the evenings. She has the letter of the landlord, too.',
    ],
    ['Aaliyah Jones', 'By when is it needed?', 'School begins again on January 5.'],
  ] as const) {
    const need = needs.get(nominee);
    if (!need) throw new Error(`There is no nominee "${nominee}".`);
    const input = { id: need.id, questions: [question], dueOn: '' };
    const [asked] = await askQuestions(db, team, input, mailer);
    if (!asked) throw new Error('Not asked');
    const answer = { nominationId: need.id, questionId: asked.id, text, papers: [] };
    await db.transaction().execute((trx) => answerQuestion(trx, answer, mailer));
  }
}

/** People who wanted to donate, and whose payment failed, or who left. */
async function addFailedPayments(db: Db, mailer: Mailer, causeIds: CauseId[]): Promise<void> {
  const provider = createTestProvider(mailer.config);
  const stories = [
    { dollars: 40, declines: 1, end: 'expired' },
    { dollars: 120, declines: 3, end: 'expired' },
    { dollars: 250, declines: 0, end: 'failed' },
    { dollars: 15, declines: 0, end: 'expired' },
    { dollars: 60, declines: 0, end: 'expired' },
  ] as const;
  for (const [index, { dollars, declines, end }] of stories.entries()) {
    const amount = centsOf(dollars);
    const person = { firstName: 'Robin', lastName: `Stone${index}` };
    const { url } = await startDonation(
      db,
      { network: null, site: null },
      {
        amount,
        causeId: causeIds[index % causeIds.length] as CauseId,
        description: '',
        isAvailableToVolunteerTime: false,
        ...person,
        ...contact(person.firstName, person.lastName),
      },
      null,
      { minCents: 1, maxCents: amount, settings: mailer.settings.current() },
      provider,
    );
    const checkoutId = url.slice(url.lastIndexOf('/') + 1);
    const tell = (event: string, fact: { type: string; kind: 'payment-failed' | typeof end }) =>
      handlePaymentEvent(
        db,
        { provider: 'test', eventId: `demo-${checkoutId}-${event}`, checkoutId, ...fact },
        mailer,
        pino({ level: 'silent' }),
      );
    for (let card = 1; card <= declines; card++) {
      await tell(`card-${card}`, { type: 'charge.failed', kind: 'payment-failed' });
    }
    await tell('end', { type: 'demo', kind: end });
  }
}

/** Returns when the last of the money was available. */
async function allocateOldestFirst(
  db: Db,
  settings: SettingsStore,
  team: TeamMember,
  nominationId: NominationId,
  causeId: CauseId,
  cents: number,
  nominatedDaysAgo: number,
): Promise<number> {
  const { items } = await listDonations(db, team, {
    limit: 500,
    order: 'newest',
    hideFullyAllocated: true,
  });
  let missing = cents;
  // Vetting takes some days, and money must be donated before it can be allocated.
  let daysAgo = Math.max(nominatedDaysAgo - 3, 0);
  for (const { id: donationId, createdAt, availableAmount, cause } of items.toReversed()) {
    if (missing === 0) break;
    if (cause.id !== causeId) continue;
    const givenDaysAgo = Math.floor((Date.now() - Date.parse(createdAt)) / 86_400_000);
    daysAgo = Math.max(Math.min(daysAgo, givenDaysAgo - 1), 0);
    const amount = Math.min(missing, availableAmount);
    const { id } = await allocate(db, team, { amount, donationId, nominationId }, null, settings);
    await backdate(db, 'allocations.created_at', id, daysAgo);
    await backdateLedger(db, sql`allocation_id = ${id}`, daysAgo);
    missing -= amount;
  }
  return daysAgo;
}
