import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { pageAgeHeader, proofHeader } from '#contract/form-headers.ts';
import type { Deps } from '#server/app.ts';
import type { Db } from '#server/db/schema.ts';
import {
  calmMinutes,
  checkoutsPerMinute,
  isCardTesting,
  keptForNewcomers,
  shortestVisit,
} from '#server/platform/misuse/policy.ts';
import { isUnderAttack, readSignals, suspicious } from '#server/platform/misuse/queries.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FormGuard } from '#server/platform/http/bind-endpoint.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { callerOf, countCall, everybody } from '#server/platform/misuse/call-counts.ts';
import { isNewProof, newChallenge } from '#server/platform/misuse/challenge.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

const alertKey = 'attack:card-testing';

/** What a form that strangers may send needs to know. */
type GuardDeps = Pick<Deps, 'db' | 'config' | 'mailer' | 'limitFactor'>;

/** Keeps programs from misusing a public form; in quiet times nobody notices it. */
export function guardForm(
  deps: GuardDeps,
  form: 'donations' | 'nominations' | 'contact',
): FormGuard {
  const { db, mailer, limitFactor } = deps;
  const secret = serverSecret(deps.config);
  return {
    async notice(request) {
      if (!isSuspicious(request)) return;
      await countCall(db, { name: suspicious, caller: everybody, windowSeconds: 300 });
    },
    async admit(request) {
      if (!(await isUnderAttack(db)) && !(await watchForAttack(db, mailer, limitFactor))) return;
      const given = request.headers[proofHeader];
      if (!(await isNewProof(db, secret, form, typeof given === 'string' ? given : ''))) {
        throw await proofRequired(form, secret);
      }
      if (form === 'donations') await capCheckouts(db, callerOf(request.ip, secret), limitFactor);
    },
  };
}

/** Looks for the signs of an attack and answers whether there are any. The first time it tells the team. */
export async function watchForAttack(db: Db, mailer: Mailer, factor: number): Promise<boolean> {
  const signals = await readSignals(db, factor);
  if (!isCardTesting(signals, factor)) return false;
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('attacks')
      .values({ kind: 'card-testing' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      await trx.updateTable('attacks').set({ seenAt: sql<string>`now()` }).execute();
      return;
    }
    await raiseAlert(trx, mailer, {
      key: alertKey,
      title: 'somebody seems to try out stolen cards',
      message: `In the last minutes ${signals.failedPayments} payments failed and ${signals.checkoutsLastMinute} were started within one minute. Until it has been calm for ${calmMinutes} minutes, the public forms ask browsers for a proof of work, which people hardly notice, and only ${checkoutsPerMinute * factor} payments can be started per minute. Look at the failed payments at the payment provider, and refund what looks like a test.`,
      path: '/admin',
    });
  });
  return true;
}

/** Goes back to normal when no sign of an attack was seen for a while. */
export async function endCalmAttack(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const over = await trx
      .deleteFrom('attacks')
      .where('seenAt', '<=', sql<string>`now() - make_interval(mins => ${calmMinutes})`)
      .returning('kind')
      .execute();
    if (over.length > 0) await settleAlert(trx, alertKey);
  });
}

/** Forgets what is over: counts of closed windows and proofs that are too old to come back. */
export async function forgetOldCalls(db: Db): Promise<void> {
  await db.deleteFrom('callCounts').where('endsAt', '<', sql<string>`now()`).execute();
  await db.deleteFrom('usedProofs').where('expiresAt', '<', sql<string>`now()`).execute();
}

/** Signs, never a proof: a person may be quick, and a program may be slow. */
function isSuspicious({ body, headers }: FastifyRequest): boolean {
  const age = headers[pageAgeHeader];
  const isHasty = age !== undefined && Number(age) < shortestVisit;
  return (
    isHasty || (typeof body === 'object' && Boolean(body && 'website' in body && body.website))
  );
}

async function proofRequired(form: string, secret: Buffer): Promise<AppError> {
  const error = new AppError(
    'proof_of_work_required',
    'Somebody is misusing our forms right now, so we could not take this yet. Nothing was sent or charged; please try once more.',
  );
  error.challenge = await newChallenge(form, secret);
  return error;
}

/** The same ceiling for all; half of it is kept for those who have not started a checkout just now. */
async function capCheckouts(db: Db, caller: Buffer, factor: number): Promise<void> {
  const own = await countCall(db, { name: 'admitted checkouts', caller, windowSeconds: 600 });
  const name = own.calls === 1 ? 'checkouts of newcomers' : 'checkouts';
  const room = own.calls === 1 ? keptForNewcomers : checkoutsPerMinute - keptForNewcomers;
  const all = await countCall(db, { name, caller: everybody, windowSeconds: 60 });
  if (all.calls <= room * factor) return;
  throw new AppError(
    'too_many_requests',
    'Very many payments are being started right now. Nothing was charged; please try again in a minute.',
    undefined,
    all.secondsLeft,
  );
}
