import { sql } from 'kysely';
import { pino } from 'pino';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/schema.ts';
import { allocate } from '#server/features/allocations/commands.ts';
import { createCause } from '#server/features/causes/commands.ts';
import { startDonation } from '#server/features/donations/commands.ts';
import { listDonations } from '#server/features/donations/queries.ts';
import { changeNominationStatus, submitNomination } from '#server/features/nominations/commands.ts';
import { handlePaymentEvent } from '#server/features/payments/commands.ts';
import { createTestProvider } from '#server/features/payments/test-payments.ts';
import type { Administrator } from '#server/http/session.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { causes } from './causes.ts';
import { donations } from './donations.ts';
import { nominations } from './nominations.ts';

/** How to sign in to the demo. */
export const demoLogin = { email: 'grace@demo.example', password: 'Every1cent' };

/** Whether the database holds nothing, the demo, or somebody's own data, which the demo must not touch. */
export async function databaseContent(db: Db): Promise<'nothing' | 'demo' | 'other'> {
  const users = await db.selectFrom('users').select('email').execute();
  if (users.some(({ email }) => email === demoLogin.email)) return 'demo';
  const cause = await db.selectFrom('causes').select('id').limit(1).executeTakeFirst();
  return users.length === 0 && !cause ? 'nothing' : 'other';
}

/** Fills an empty database with the demo's story, through the same commands that the site uses. */
export async function seedDemo(db: Db, realMailer: Mailer): Promise<void> {
  // What happened weeks ago in the story sends no mail today.
  const mailer: Mailer = { ...realMailer, enqueue: async () => {} };
  const team = await addTeam(db);
  const causeIds = new Map<string, string>();
  for (const name of causes) {
    causeIds.set(name, (await createCause(db, team, { name })).id);
  }
  const causeId = (name: string) => causeIds.get(name) ?? '';

  for (const story of donations) await addDonation(db, mailer, story, causeId(story.cause));
  for (const story of nominations) {
    await addNomination(db, mailer, team, story, causeId(story.cause));
  }
}

async function addTeam(db: Db): Promise<Administrator> {
  const grace = { id: newId(), firstName: 'Grace', lastName: 'Okoye', email: demoLogin.email };
  const passwordHash = await hashPassword(demoLogin.password);
  await db
    .insertInto('users')
    .values([
      { ...grace, passwordHash },
      { id: newId(), firstName: 'Daniel', lastName: 'Hart', email: 'daniel@demo.example' },
      { id: newId(), firstName: 'Ines', lastName: 'Moreau', email: 'ines@demo.example' },
    ])
    .execute();
  return grace;
}

async function addDonation(
  db: Db,
  mailer: Mailer,
  story: (typeof donations)[number],
  causeId: string,
): Promise<void> {
  const { cause: _, dollars, daysAgo, ...donor } = story;
  const amount = Math.round(dollars * 100);
  const limits = { minCents: 1, maxCents: amount };
  const { url } = await startDonation(
    db,
    { amount, causeId, ...donor, ...contact(donor.firstName, donor.lastName) },
    null,
    limits,
    createTestProvider(mailer.config),
  );
  const checkoutId = url.slice(url.lastIndexOf('/') + 1);
  await handlePaymentEvent(
    db,
    {
      provider: 'test',
      eventId: `demo-${checkoutId}`,
      type: 'demo',
      kind: 'paid',
      checkoutId,
      paymentIntentId: `test_${checkoutId}`,
      amountCents: amount,
      currency: 'usd',
    },
    mailer,
    pino({ level: 'silent' }),
  );
  await backdate(db, 'donations', checkoutId, daysAgo);
  await backdateLedger(db, 'donationId', checkoutId, daysAgo);
}

async function addNomination(
  db: Db,
  mailer: Mailer,
  team: Administrator,
  story: (typeof nominations)[number],
  causeId: string,
): Promise<void> {
  const { nominee, description, daysAgo, status, allocated = 0 } = story;
  const [firstName, lastName] = story.by;
  const { id } = await submitNomination(
    db,
    { nominee, description, causeId, firstName, lastName, ...contact(firstName, lastName) },
    mailer,
  );
  await backdate(db, 'nominations', id, daysAgo);
  if (status === 'pending') return;
  const action = status === 'rejected' ? 'reject' : 'accept';
  await changeNominationStatus(db, team, { id, action }, mailer);
  await allocateOldestFirst(db, team, id, causeId, Math.round(allocated * 100), daysAgo);
  if (status === 'completed') {
    await changeNominationStatus(db, team, { id, action: 'complete' }, mailer);
  }
}

async function allocateOldestFirst(
  db: Db,
  team: Administrator,
  nominationId: string,
  causeId: string,
  cents: number,
  daysAgo: number,
): Promise<void> {
  const { items } = await listDonations(db, { limit: 500, hideFullyAllocated: true });
  let missing = cents;
  for (const { id: donationId, availableAmount, cause } of items.toReversed()) {
    if (missing === 0) return;
    if (cause.id !== causeId) continue;
    const amount = Math.min(missing, availableAmount);
    const { id } = await allocate(db, team, { amount, donationId, nominationId }, null);
    await backdate(db, 'allocations', id, Math.max(daysAgo - 3, 0));
    await backdateLedger(db, 'allocationId', id, Math.max(daysAgo - 3, 0));
    missing -= amount;
  }
}

function contact(firstName: string, lastName: string) {
  const digits = String((firstName.length * 37 + lastName.length * 101) % 100).padStart(2, '0');
  return {
    email: `${firstName}.${lastName}@demo.example`.toLowerCase(),
    phone: `(555) 010-01${digits}`,
    zip: `441${digits}`,
  };
}

async function backdate(
  db: Db,
  table: 'donations' | 'nominations' | 'allocations',
  id: string,
  daysAgo: number,
): Promise<void> {
  await sql`update ${sql.table(table)} set created_at = ${moment(daysAgo)} where id = ${id}`.execute(
    db,
  );
}

async function backdateLedger(
  db: Db,
  column: 'donationId' | 'allocationId',
  id: string,
  daysAgo: number,
): Promise<void> {
  // The ledger refuses changes even to us; only here, where the past is made up, is it asked to look away.
  await db.transaction().execute(async (trx) => {
    const trigger = sql.raw('trigger ledger_entries_append_only');
    await sql`alter table ledger_entries disable ${trigger}`.execute(trx);
    await sql`update ledger_entries set created_at = ${moment(daysAgo)} where ${sql.ref(column)} = ${id}`.execute(
      trx,
    );
    await sql`alter table ledger_entries enable ${trigger}`.execute(trx);
  });
}

/** Between 9 in the morning and 9 in the evening, and never in the future. */
function moment(daysAgo: number): string {
  const now = Date.now();
  const day = new Date(now - daysAgo * 86_400_000);
  day.setHours(9 + ((daysAgo * 5) % 12), (daysAgo * 17) % 60, 0, 0);
  return new Date(Math.min(day.getTime(), now)).toISOString();
}
