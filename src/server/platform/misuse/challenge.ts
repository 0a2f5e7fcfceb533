import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import {
  type Challenge,
  challenge as challengeSchema,
  solvedChallenge,
} from '#contract/challenge.ts';
import type { Db } from '#server/platform/db/schema.ts';
import {
  challengeCost,
  challengeSeconds,
  type Level,
} from '#server/platform/misuse/challenge-level.ts';

/* Makes and checks challenges. */

/**
 * What a solution is good for: calls of one form from one network. Otherwise, the cheap challenges of many networks
 * could be spent by one.
 */
export type Task = Challenge['parameters']['data'];

/** A signed challenge. Making one costs a single derivation, and checking its solution none. */
export async function newChallenge(
  task: Task,
  level: Exclude<Level, 0>,
  secret: Buffer,
): Promise<Challenge> {
  const { from, to } = challengeCost.derivations[level];
  return challengeSchema.parse(
    await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: challengeCost.rounds,
      counter: randomInt(from, to + 1),
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + challengeSeconds,
      data: task,
      ...signatureSecrets(secret),
    }),
  );
}

/**
 * Whether a header contains a solved challenge for this task that was not used before. The check uses it up in
 * the database, so that of many identical ones on any number of servers, only one counts. A challenge
 * that was made right before the secret was changed still counts: there is a task for each secret.
 */
export async function isNewSolution(
  db: Db,
  tasks: { secret: Buffer; task: Task }[],
  header: string,
): Promise<boolean> {
  const read = solvedChallenge.safeParse(readJson(header));
  if (!read.success) return false;
  const { challenge, solution } = read.data;
  const { form, network } = challenge.parameters.data;
  const set = tasks.find(({ task }) => task.form === form && task.network === network);
  if (!set) return false;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    ...signatureSecrets(set.secret),
  });
  if (!verified) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedChallenges')
    .values({
      signature: challenge.signature,
      expiresAt: new Date(challenge.parameters.expiresAt * 1000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** One secret for the challenge and one for its solution, which must not be confused. */
function signatureSecrets(secret: Buffer) {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex');
  return {
    hmacSignatureSecret: derive('challenge'),
    hmacKeySignatureSecret: derive('challenge answer'),
  };
}

function readJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString());
  } catch {
    return null;
  }
}
