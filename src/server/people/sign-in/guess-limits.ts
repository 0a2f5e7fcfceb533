import { sql } from 'kysely';
import type { SessionId, UserId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { isKnownBrowser } from '#server/people/sign-in/known-browsers.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { networksInSite } from '#server/platform/misuse/call-counts.ts';
import { networkOf, siteOf } from '#server/platform/security/network.ts';
import type { Vault } from '#server/platform/security/vault.ts';

/*
 * How often somebody may guess a password or a code. Failures are counted in the database, so that all servers count
 * together. A guess is counted only once it has been judged, so any number of right ones may arrive at once. Of wrong
 * ones sent at once, only the first few learn the outcome, because the count is checked again after each one is judged.
 */

const windowMinutes = 15;
// Of one network for all accounts together; an office may share one.
const wrongOfNetwork = 100;

/** An attempt to prove ownership of an account. */
export interface Guess {
  /** The email address as typed. */
  account: string;
  /** Where the call comes from. */
  address: string;
  /** What the browser's cookie says, hashed; null without one. */
  browser: Buffer | null;
}

/** A counter of failures, and how many it allows in a quarter of an hour. */
export interface Limit {
  key: Buffer;
  allowed: number;
  /** Its name in the audit trail. */
  what: 'account' | 'network' | 'second_factor';
  /** Others may have used it up; a link in an email makes a browser known. */
  isForStrangers?: true;
}

/**
 * The limits on guessing a password at the login. A browser that is known for the account has one of its own, which
 * nobody else can use up; all others share ten, and half of them is the most for one network.
 */
export async function passwordLimits(db: Db, vault: Vault, guess: Guess): Promise<Limit[]> {
  const { account, network } = normalize(guess);
  if (guess.browser && (await isKnownBrowser(db, account, guess.browser))) {
    return [{ key: browserKey(vault, account, guess.browser), allowed: 10, what: 'account' }];
  }
  return [
    {
      key: vault.fingerprint('account from network', account, network),
      allowed: 5,
      what: 'account',
    },
    {
      key: vault.fingerprint('account', account),
      allowed: 10,
      what: 'account',
      isForStrangers: true,
    },
    ...networkLimits(vault, guess.address),
  ];
}

/** The limit on passkeys that prove nothing. Nobody can guess one: it slows down whoever tries it anyway. */
export function passkeyLimits(vault: Vault, address: string): Limit[] {
  return networkLimits(vault, address);
}

/** The limit on guessing in a session, which only somebody who has signed in has. */
export function sessionLimits(vault: Vault, id: SessionId): Limit[] {
  return [{ key: vault.fingerprint('session', id), allowed: 10, what: 'account' }];
}

/**
 * The limit on guessing codes at the login. Whoever gets this far knows the password, so all networks count
 * together; known browsers count apart, so that a thief of the password cannot shut out the owner.
 */
export async function codeLimits(
  db: Db,
  vault: Vault,
  user: Owner,
  guess: Guess,
): Promise<Limit[]> {
  const isKnown = await isKnownBrowser(db, user.email, guess.browser);
  const key = vault.fingerprint(isKnown ? 'code from known browser' : 'code', user.id);
  return [{ key, allowed: 10, what: 'second_factor' }];
}

type Owner = Pick<TeamMember, 'id' | 'email'>;

/** Refuses with 429 after too many failures. */
export async function refuseGuessing(db: Db, limits: Limit[]): Promise<void> {
  const counters = await db
    .selectFrom('guessCounters')
    .select(['key', 'failures', secondsLeft])
    .where(
      'key',
      'in',
      limits.map(({ key }) => key),
    )
    .where('expiresAt', '>', sql<string>`now()`)
    .execute();
  refuseOver(limits, counters, ({ failures, allowed }) => failures >= allowed);
}

/**
 * Counts a failure. Refuses with 429 if it is one too many, so that the response does not reveal whether the
 * guess was right.
 */
export async function countFailure(
  db: Db,
  limits: Limit[],
  userId: UserId | undefined,
): Promise<void> {
  // Always in the same order, so that two concurrent failures cannot deadlock.
  const keys = limits.map(({ key }) => key).sort(Buffer.compare);
  const counters = await db.transaction().execute(async (trx) => {
    const expiresAt = sql<string>`now() + make_interval(mins => ${windowMinutes})`;
    const counted = await trx
      .insertInto('guessCounters')
      .values(keys.map((key) => ({ key, failures: 1, expiresAt })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql`case when guess_counters.expires_at > now() then guess_counters.failures + 1 else 1 end`,
          expiresAt: sql`case when guess_counters.expires_at > now() then guess_counters.expires_at else excluded.expires_at end`,
        }),
      )
      .returning(['key', 'failures', secondsLeft])
      .execute();
    for (const { failures, allowed, what } of matching(limits, counted)) {
      if (failures !== allowed) continue;
      await recordAudit(trx, {
        actor: 'system',
        action: 'session.guessing_stopped',
        // The text may be anyone's address: only our own accounts are named.
        subjectId: userId ?? 'unknown',
        after: { failures, what, minutes: windowMinutes },
      });
    }
    return counted;
  });
  refuseOver(limits, counters, ({ failures, allowed }) => failures > allowed);
}

/** The owner has signed in: forgets the failures of this network and this browser. */
export async function forgetFailures(db: Db, vault: Vault, guess: Guess): Promise<void> {
  const { account, network } = normalize(guess);
  const keys = [
    vault.fingerprint('account from network', account, network),
    ...(guess.browser ? [browserKey(vault, account, guess.browser)] : []),
  ];
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('guessCounters').where('key', 'in', keys).execute();
    for (const table of ['guessCounters', 'knownBrowsers'] as const) {
      await trx.deleteFrom(table).where('expiresAt', '<', sql<string>`now()`).execute();
    }
  });
}

/** Forgets the failures of strangers at an account: whoever reads its email has another way in. */
export async function forgetStrangers(trx: Trx, vault: Vault, account: string): Promise<void> {
  const key = vault.fingerprint('account', account.trim().toLowerCase());
  await trx.deleteFrom('guessCounters').where('key', '=', key).execute();
}

/** Forgets wrong guesses after a right one. */
export async function forgetGuesses(db: Db, limits: Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key);
  await db.deleteFrom('guessCounters').where('key', 'in', keys).execute();
}

/** Of a network, and of the IPv6 site that it is a part of: whoever has one has 65,536 networks. */
function networkLimits(vault: Vault, address: string): Limit[] {
  const what = 'network';
  const ofNetwork = vault.fingerprint(what, networkOf(address));
  const site = siteOf(address);
  return [
    { key: ofNetwork, allowed: wrongOfNetwork, what },
    ...(site === null
      ? []
      : [
          {
            key: vault.fingerprint('site', site),
            allowed: wrongOfNetwork * networksInSite,
            what,
          } as const,
        ]),
  ];
}

function browserKey(vault: Vault, account: string, browser: Buffer): Buffer {
  return vault.fingerprint('account from browser', account, browser.toString('hex'));
}

const secondsLeft = sql<number>`ceil(extract(epoch from expires_at - now()))::integer`.as(
  'secondsLeft',
);
interface Counter {
  key: Uint8Array;
  failures: number;
  secondsLeft: number;
}

function matching(limits: Limit[], counters: Counter[]) {
  return counters.flatMap((counter) => {
    const limit = limits.find(({ key }) => key.equals(counter.key));
    return limit ? [{ ...counter, ...limit }] : [];
  });
}

function refuseOver(
  limits: Limit[],
  counters: Counter[],
  isOver: (count: { failures: number; allowed: number }) => boolean,
): void {
  const waits = matching(limits, counters)
    .filter(isOver)
    .map((counter) => counter.secondsLeft);
  if (waits.length === 0) return;
  const wayOut = limits.some((limit) => limit.isForStrangers)
    ? ', or choose a new password with "Forgot Your Password?"'
    : '';
  const seconds = Math.max(...waits, 1);
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    'too_many_requests',
    `Too many failed attempts. Please try again in ${countOf(minutes, 'minute')}${wayOut}.`,
    undefined,
    seconds,
  );
}

function normalize({ account, address }: Guess) {
  // As the account is found: surrounding spaces do not make it a different address.
  return { account: account.trim().toLowerCase(), network: networkOf(address) };
}
