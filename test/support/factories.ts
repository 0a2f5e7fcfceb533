import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { pino } from 'pino';
import type { Email } from 'postal-mime';
import type {
  AllocationId,
  CauseId,
  DonationId,
  DonorId,
  NominationId,
  RefundId,
  UserId,
} from '#contract/ids.ts';
import { login } from '#contract/people/sign-in.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import type { Role } from '#core/people/rights.ts';
import type { NominationAction, NominationStatus } from '#core/vetting/nomination-status.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import { hostCookie } from '#server/people/sign-in/cookies.ts';
import { hashPassword } from '#server/people/sign-in/passwords.ts';
import { type TeamMember, withRights } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { createCause } from '#server/vetting/causes/commands.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { submitNomination } from '#server/vetting/nominations/submit-nomination.ts';
import type { TestApp } from '#test/support/app.ts';

/** A password that satisfies the rule, for every account that a test creates. */
export const testPassword = 'Correct-horse-7';
// Hashing is slow on purpose; once is enough for a test file.
const testPasswordHash = hashPassword(testPassword);

/** Contact details that every form accepts, with an address that nobody else in the test has. */
export function aPerson() {
  const mark = randomUUID().slice(0, 13);
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `grace-${mark}@example.com`,
    phone: '555-0100',
    zip: '10001',
  };
}

/** An owner who can sign in with {@link testPassword}: what the specification calls an administrator. */
export function anAdministrator(testApp: TestApp): Promise<TeamMember> {
  return aTeamMember(testApp, 'owner');
}

/** Somebody with these roles who can sign in with {@link testPassword}. */
export async function aTeamMember(
  { db }: Pick<TestApp, 'db'>,
  ...roles: Role[]
): Promise<TeamMember> {
  const { phone: _, zip: __, ...user } = { id: newId<UserId>(), ...aPerson(), roles };
  await db
    .insertInto('users')
    .values({ ...user, passwordHash: await testPasswordHash, acceptedAt: sql<string>`now()` })
    .execute();
  return withRights(user);
}

/** A member as calls about users return them. */
export function withoutRights({ allowed: _, roles: __, ...person }: TeamMember) {
  return person;
}

/** The cookie of a new session, without the cost of checking a password. */
export async function signIn(testApp: TestApp, user?: TeamMember): Promise<string> {
  const { id: userId } = user ?? (await anAdministrator(testApp));
  const token = newToken();
  // Neither the session nor the proof ends within a test, however long it takes on a busy machine.
  const tomorrow = sql<string>`now() + make_interval(days => 1)`;
  const until = { expiresAt: tomorrow, confirmedAt: tomorrow };
  await testApp.db
    .insertInto('sessions')
    .values({ id: newId(), tokenHash: hashToken(token), userId, browser: 'Test', ...until })
    .execute();
  return `${hostCookie(testApp.config, 'session')}=${token}`;
}

/** The cookie of an administrator who has entered their password. */
export async function logIn(testApp: TestApp, user?: TeamMember): Promise<string> {
  const { email } = user ?? (await anAdministrator(testApp));
  const { headers } = await testApp.call(login, { body: { email, password: testPassword } });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** A cause, unless asked for with a unique name. */
export async function aCause(
  testApp: TestApp,
  { name = `Cause ${randomUUID().slice(0, 18)}`, isForRunningCosts = false } = {},
): Promise<Cause> {
  return createCause(testApp.db, await anAdministrator(testApp), { name, isForRunningCosts });
}

interface DonationOptions {
  amount?: number;
  causeId?: CauseId;
  description?: string;
  person?: ReturnType<typeof aPerson>;
  isAvailableToVolunteerTime?: boolean;
}

/** A checkout that nobody has paid yet; returns its id. */
export async function aCheckout(
  testApp: TestApp,
  {
    amount = 10_000,
    causeId,
    description = '',
    person = aPerson(),
    isAvailableToVolunteerTime = false,
  }: DonationOptions = {},
): Promise<DonationId> {
  const { db, config, payments } = testApp;
  const { url } = await startDonation(
    db,
    { network: null, site: null },
    {
      amount,
      causeId: causeId ?? (await aCause(testApp)).id,
      description,
      isAvailableToVolunteerTime,
      ...person,
    },
    null,
    { ...config.donation, settings: testApp.settings.current() },
    payments,
  );
  const { id } = await db
    .selectFrom('checkouts')
    .select('id')
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
  return id;
}

/** A paid donation; returns its id. */
export async function aDonation(
  testApp: TestApp,
  options: DonationOptions = {},
): Promise<DonationId> {
  const amount = options.amount ?? 10_000;
  const id = await aCheckout(testApp, { ...options, amount });
  await payCheckout(testApp, id, amount);
  return id;
}

/** The payment provider reports that somebody has paid. */
export async function payCheckout(
  { db, config, mailer, payments }: Pick<TestApp, 'db' | 'config' | 'mailer' | 'payments'>,
  checkoutId: string,
  amountCents: number,
): Promise<void> {
  await handlePaymentEvent(
    db,
    {
      provider: payments.name,
      eventId: `evt_${checkoutId}`,
      type: 'paid',
      kind: 'paid',
      checkoutId,
      paymentIntentId: `pi_${checkoutId}`,
      paidAt: new Date(),
      amountCents,
      currency: config.currency.toLowerCase(),
      isReal: payments.takesRealMoney,
    },
    mailer,
    pino({ level: 'silent' }),
  );
}

/**
 * Donors of whom the charity knows nothing else, in one statement: with a donation each, as many as a limit takes would
 * need minutes.
 */
export async function manyDonors({ db }: TestApp, count: number): Promise<DonorId[]> {
  const { rows } = await sql<{ id: DonorId }>`
    insert into donors (id, first_name, last_name, email)
    select gen_random_uuid(), 'Ada', 'Lovelace', 'crowd-' || gen_random_uuid() || '@crowd.example'
    from generate_series(1, ${count}::int) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * A refund in a state that the payment provider would leave it in, without money that moved; returns its id. A call would
 * end in the state that the provider of the test answers with.
 */
export async function aRefund(
  { db, payments }: TestApp,
  donationId: DonationId,
  refund: Pick<Insertable<Schema['refunds']>, 'amountCents' | 'status'> &
    Partial<Insertable<Schema['refunds']>>,
): Promise<RefundId> {
  const id = newId<RefundId>();
  await db
    .insertInto('refunds')
    .values({
      id,
      donationId,
      provider: payments.name,
      paymentIntentId: `pi_${donationId}`,
      requestedBy: 'system',
      ...refund,
    })
    .execute();
  return id;
}

/** A pending nomination; returns its id. */
export async function aNomination(
  testApp: TestApp,
  options: { causeId?: CauseId; nominee?: string; person?: ReturnType<typeof aPerson> } = {},
): Promise<NominationId> {
  const { id } = await submitNomination(
    testApp.db,
    { network: null, site: null },
    {
      nominee: options.nominee ?? 'Maria Lopez',
      causeId: options.causeId ?? (await aCause(testApp)).id,
      description: 'Her heating broke down in the middle of the winter.',
      ...(options.person ?? aPerson()),
    },
    testApp.mailer,
  );
  return id;
}

/** A nomination with a status; returns its id. */
export async function aNominationThatIs(
  testApp: TestApp,
  status: NominationStatus,
  options: Parameters<typeof aNomination>[1] = {},
): Promise<NominationId> {
  const id = await aNomination(testApp, options);
  const actor = await anAdministrator(testApp);
  const actions = {
    pending: [],
    accepted: ['accept'],
    rejected: ['reject'],
    completed: ['accept', 'complete'],
  } as const satisfies Record<NominationStatus, NominationAction[]>;
  for (const action of actions[status]) {
    await changeNominationStatus(testApp.db, actor, { id, action }, testApp.mailer);
  }
  return id;
}

/** A nomination that can receive money; returns its id. */
export function anAcceptedNomination(
  testApp: TestApp,
  options: Parameters<typeof aNomination>[1] = {},
): Promise<NominationId> {
  return aNominationThatIs(testApp, 'accepted', options);
}

/** A donation and an accepted nomination of the same cause. */
export async function aPair(testApp: TestApp, amount = 10_000, nominator = aPerson()) {
  const { id: causeId } = await aCause(testApp);
  const donationId = await aDonation(testApp, { amount, causeId });
  const nominationId = await anAcceptedNomination(testApp, { causeId, person: nominator });
  return { causeId, donationId, nominationId };
}

/** Allocates money of a donation to a nomination; returns the allocation's id. */
export async function anAllocation(
  testApp: TestApp,
  input: { amount: number; donationId: DonationId; nominationId: NominationId },
): Promise<AllocationId> {
  const actor = await anAdministrator(testApp);
  return (await allocate(testApp.db, actor, input, null, testApp.settings)).id;
}

/** The secret of the link in an invitation or a password reset. */
export function linkToken(mail: Email): string {
  const token = /\/auth\/reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
  if (!token) throw new Error(`No link in the email: ${mail.text}`);
  return token;
}
