import type { FastifyRequest } from 'fastify';
import { pageAgeHeader, solutionHeader } from '#contract/form-headers.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { watchForAttack } from '#server/platform/misuse/attack-watch.ts';
import { callerOf, countCall, everybody } from '#server/platform/misuse/call-counts.ts';
import { isNewSolution, newChallenge } from '#server/platform/misuse/challenge.ts';
import {
  checkoutsPerMinute,
  keptForNewcomers,
  shortestVisit,
} from '#server/platform/misuse/policy.ts';
import { isUnderAttack, suspicious } from '#server/platform/misuse/queries.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/** Watches the calls of a form that is open to strangers. */
export interface FormGuard {
  /** Sees every call, valid or not, and lets it pass. */
  notice(request: FastifyRequest): Promise<void>;
  /** Sees every well-formed call, and throws if it has to wait. */
  admit(request: FastifyRequest): Promise<void>;
}

/** What a public form needs to know. */
type GuardDeps = Pick<Deps, 'db' | 'config' | 'mailer' | 'limitFactor'>;

/** Keeps programs from misusing a public form; in quiet times, nobody notices it. */
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
      const given = request.headers[solutionHeader];
      if (!(await isNewSolution(db, secret, form, typeof given === 'string' ? given : ''))) {
        throw await challengeRequired(form, secret);
      }
      if (form === 'donations') await capCheckouts(db, callerOf(request.ip, secret), limitFactor);
    },
  };
}

/** Signs, never proof: a person may be quick, and a program may be slow. */
function isSuspicious({ body, headers }: FastifyRequest): boolean {
  const age = headers[pageAgeHeader];
  const isHasty = age !== undefined && Number(age) < shortestVisit;
  return (
    isHasty || (typeof body === 'object' && Boolean(body && 'website' in body && body.website))
  );
}

async function challengeRequired(form: string, secret: Buffer): Promise<AppError> {
  const error = new AppError(
    'challenge_required',
    'Somebody is misusing our forms right now, so we could not accept this yet. Nothing was sent or charged; please try once more.',
  );
  error.challenge = await newChallenge(form, secret);
  return error;
}

/** The same limit for everyone; half of it is reserved for callers who have not recently started a checkout. */
async function capCheckouts(db: Db, caller: Buffer, factor: number): Promise<void> {
  const own = await countCall(db, { name: 'admitted checkouts', caller, windowSeconds: 600 });
  const name = own.calls === 1 ? 'checkouts of newcomers' : 'checkouts';
  const room = own.calls === 1 ? keptForNewcomers : checkoutsPerMinute - keptForNewcomers;
  const all = await countCall(db, { name, caller: everybody, windowSeconds: 60 });
  if (all.calls <= room * factor) return;
  throw new AppError(
    'too_many_requests',
    'A lot of payments are being started right now. Nothing was charged; please try again in a minute.',
    undefined,
    all.secondsLeft,
  );
}
