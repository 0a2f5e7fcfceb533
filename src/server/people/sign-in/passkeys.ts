import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { sql } from 'kysely';
import { userPath } from '#contract/admin-pages.ts';
import type { PasskeyId, UserId } from '#contract/ids.ts';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/people/passkeys.ts';
import { type Credentials, secondFactorOf } from '#server/people/sign-in/credentials.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { raiseAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/*
 * Which passkeys (WebAuthn) are made and accepted, where they work, and what a counter that does not grow means. Each
 * of ours is found without a name and has checked a fingerprint, a face, or a PIN: it is two factors by itself, and
 * takes the place of a code beside the password.
 */

/** What a passkey signs something for. One that was made for something else is refused. */
type Purpose = Schema['passkeyChallenges']['purpose'];

// ES256 is what passkeys of phones and keys sign with, RS256 that of Windows Hello, EdDSA some keys.
const algorithms = [-8, -7, -257];

// How long somebody may take.
const challengeMinutes = 5;

/** The host that passkeys of this site work for. */
export function passkeyHost({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return new URL(publicUrl).hostname;
}

/** Why passkeys cannot be used at the address of this site, for people; null if they can. */
export function passkeyProblem(config: Pick<Config, 'publicUrl'>): string | null {
  const host = passkeyHost(config);
  if (isIP(host.replaceAll(/[[\]]/g, '')) > 0) {
    return 'Passkeys need a site with a name. This one is reached by an IP address.';
  }
  const isOnThisMachine = host === 'localhost' || host.endsWith('.localhost');
  return config.publicUrl.startsWith('https://') || isOnThisMachine
    ? null
    : 'Passkeys need an encrypted connection. This site is reached without https.';
}

/** What any passkey has to sign, to sign in. */
export async function startSignIn(db: Db, config: Config): Promise<PasskeyRequest> {
  return startSigning(db, config, { purpose: 'sign-in', userId: null });
}

/** What one of somebody's own passkeys has to sign, to confirm that it is them. */
export async function startConfirmation(
  db: Db,
  config: Config,
  { id }: Pick<TeamMember, 'id'>,
): Promise<PasskeyRequest> {
  return startSigning(db, config, { purpose: 'confirm', userId: id });
}

async function startSigning(db: Db, config: Config, asked: Asked): Promise<PasskeyRequest> {
  refuseIfUseless(config);
  const own = asked.userId === null ? [] : await credentialsOfPasskeys(db, asked.userId);
  const options = await generateAuthenticationOptions({
    rpID: passkeyHost(config),
    userVerification: 'required',
    timeout: challengeMinutes * 60_000,
    ...(own.length > 0 && { allowCredentials: own }),
  });
  await rememberChallenge(db, options.challenge, asked);
  return options as PasskeyRequest;
}

/** What a browser makes a passkey from. Those that somebody has already are left alone. */
export async function startCreation(
  db: Db,
  config: Config,
  { id, email, firstName, lastName }: TeamMember,
): Promise<PasskeyCreation> {
  refuseIfUseless(config);
  const options = await generateRegistrationOptions({
    rpName: config.site.name,
    rpID: passkeyHost(config),
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: `${firstName} ${lastName}`,
    timeout: challengeMinutes * 60_000,
    // Who made it tells nothing that we need, and would let browsers ask for more consent.
    attestationType: 'none',
    excludeCredentials: await credentialsOfPasskeys(db, id),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  });
  await rememberChallenge(db, options.challenge, { purpose: 'add', userId: id });
  return options as PasskeyCreation;
}

/** What is stored about a new passkey; null if it was not made for what we asked. Uses up the challenge. */
export async function checkNewPasskey(
  db: Db,
  config: Config,
  userId: UserId,
  passkey: NewPasskey,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null> {
  const challenge = await redeemChallenge(db, passkey, { purpose: 'add', userId });
  if (challenge === null) return null;
  const checked = await unlessInvalid(() =>
    verifyRegistrationResponse({
      response: passkey as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: new URL(config.publicUrl).origin,
      expectedRPID: passkeyHost(config),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!checked?.verified) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: [...transports],
  };
}

/** A passkey that has signed what we asked, and how its owner signs in at that moment. */
export interface ProvenPasskey {
  user: Pick<TeamMember, 'id' | 'firstName' | 'lastName' | 'email' | 'roles'>;
  checked: Credentials;
}

/**
 * Checks a signature and uses up its challenge. Null if it is wrong, or if the passkey has counted backward: then
 * somebody may have copied it, and the team is told.
 */
export async function redeemPasskey(
  db: Db,
  answer: PasskeyAnswer,
  asked: Asked,
  mailer: Mailer,
): Promise<ProvenPasskey | null> {
  const { config } = mailer;
  const challenge = await redeemChallenge(db, answer, asked);
  if (challenge === null) return null;
  const found = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id as passkeyId', 'publicKey', 'counter', 'rpId'])
    .select(['users.id', 'firstName', 'lastName', 'email', 'roles', 'passwordHash'])
    .select(secondFactorOf.as('secondFactor'))
    .where('credentialId', '=', Buffer.from(answer.id, 'base64url'))
    .executeTakeFirst();
  if (!found || (asked.userId !== null && asked.userId !== found.id)) return null;
  const { passkeyId, publicKey, counter, rpId, passwordHash, secondFactor, ...user } = found;
  const checked = await unlessInvalid(() =>
    verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: new URL(config.publicUrl).origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // What it has counted is compared below, where a decrease raises an alert.
      credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    }),
  );
  if (!checked?.verified) return null;
  const { newCounter } = checked.authenticationInfo;
  const hasCounted = await db.transaction().execute((trx) => count(trx, passkeyId, newCounter));
  if (!hasCounted) {
    await tellOfCopy(db, found, { counted: newCounter, before: counter }, mailer);
    return null;
  }
  return { user, checked: { userId: user.id, passwordHash, secondFactor } };
}

/** Stores how often a passkey has signed; false if it says not more often than before. */
async function count(trx: Trx, id: PasskeyId, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql<string>`now()` })
    .where('id', '=', id)
    // One that is kept on several devices never counts.
    .where((row) =>
      row.or([
        row('counter', '<', counter),
        row.and([row('counter', '=', 0), row.lit(counter === 0)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function tellOfCopy(
  db: Db,
  { id, passkeyId, firstName, lastName }: ProvenPasskey['user'] & { passkeyId: PasskeyId },
  { counted, before }: { counted: number; before: number },
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const passkey = await trx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', passkeyId)
      .executeTakeFirst();
    // It was removed meanwhile.
    if (!passkey) return;
    await recordAudit(trx, {
      actor: 'system',
      action: 'user.passkey_refused',
      subjectId: id,
      before: { uses: before },
      after: { uses: counted, passkey: passkey.name },
    });
    await raiseAlert(
      trx,
      {
        key: `passkey-copied:${passkeyId}`,
        title: 'A passkey may have been copied',
        message: `The passkey "${passkey.name}" of ${firstName} ${lastName} has signed fewer times than it had before, so we refused it. Please ask ${firstName} to remove it from their account and to add a new one.`,
        path: userPath(id),
      },
      mailer,
    );
  });
}

interface Asked {
  purpose: Purpose;
  /** Whose passkey it has to be; null if anybody's will do. */
  userId: UserId | null;
}

type StoredPasskey = Pick<
  Schema['passkeys'],
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

async function credentialsOfPasskeys(db: Db, userId: UserId) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString('base64url'),
    transports,
  }));
}

async function rememberChallenge(db: Db, challenge: string, asked: Asked): Promise<void> {
  await db.deleteFrom('passkeyChallenges').where('expiresAt', '<', sql<string>`now()`).execute();
  await db
    .insertInto('passkeyChallenges')
    .values({
      challengeHash: hashToken(challenge),
      ...asked,
      expiresAt: sql<string>`now() + make_interval(mins => ${challengeMinutes})`,
    })
    .execute();
}

/** Uses up the challenge that was signed, and returns it; null if it is not one of ours, or not for this. */
async function redeemChallenge(
  db: Db,
  { response }: { response: { clientDataJSON: string } },
  { purpose, userId }: Asked,
): Promise<string | null> {
  const challenge = (await unlessInvalid(() => decodeClientDataJSON(response.clientDataJSON)))
    ?.challenge;
  if (typeof challenge !== 'string') return null;
  const { numDeletedRows } = await db
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
  return numDeletedRows > 0n ? challenge : null;
}

/** The library throws at everything that is not as it should be. No database is asked in here. */
async function unlessInvalid<T>(check: () => T | Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

function refuseIfUseless(config: Config): void {
  const problem = passkeyProblem(config);
  if (problem !== null) throw new AppError('passkey_refused', problem);
}

/** 401 for a passkey that proves nothing here. */
export function wrongPasskey(): AppError {
  return new AppError(
    'wrong_passkey',
    'This passkey does not work here, or it took too long. Please try again.',
  );
}
