import { createHmac, randomBytes } from 'node:crypto';
import type { Db } from '#server/platform/db/schema.ts';
import type { Task } from '#server/platform/misuse/challenge.ts';
import { challengeSeconds } from '#server/platform/misuse/challenge-level.ts';
import { isSameSecret } from '#server/platform/security/tokens.ts';

/*
 * What a browser without script has instead of a challenge: a signed ticket that is good for one call after a wait. It
 * permits a program no more calls than challenges do, which cost it less than a second each.
 */

/** A ticket: when it becomes good, in seconds since 1970, something random, and the signature. */
export function newTicket(task: Task, waitSeconds: number, secret: Buffer): string {
  const content = `${now() + waitSeconds}.${randomBytes(9).toString('base64url')}`;
  return `${content}.${sign(content, task, secret)}`;
}

/**
 * Whether a ticket for this task has been waited for, is not too old, and was not used before. The check uses it up in
 * the database. There is a task for each secret, so that a change of the secret costs nobody a ticket.
 */
export async function isGoodTicket(
  db: Db,
  tasks: { secret: Buffer; task: Task }[],
  ticket: string,
): Promise<boolean> {
  const [from = '', random = '', signature = ''] = ticket.split('.');
  const content = `${from}.${random}`;
  const isOurs = tasks.some(({ task, secret }) =>
    isSameSecret(signature, sign(content, task, secret)),
  );
  const age = now() - Number(from);
  if (!isOurs || age < 0 || age > challengeSeconds) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedChallenges')
    .values({
      signature: `ticket ${signature}`,
      expiresAt: new Date((Number(from) + challengeSeconds) * 1000).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

function sign(content: string, { form, network }: Task, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(`wait ticket ${form} ${network} ${content}`)
    .digest('base64url');
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
