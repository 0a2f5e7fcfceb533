import type { FastifyRequest } from 'fastify';
import type { PublicForm } from '#contract/endpoint.ts';
import { pageAgeHeader, solutionHeader, ticketHeader } from '#contract/form-headers.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { callerOf, countCall } from '#server/platform/misuse/call-counts.ts';
import { isCardTesting } from '#server/platform/misuse/card-testing.ts';
import { isNewSolution, newChallenge } from '#server/platform/misuse/challenge.ts';
import {
  challengeLevel,
  shortestVisit,
  waitSeconds,
} from '#server/platform/misuse/challenge-level.ts';
import { readNetworkRecord, suspicious } from '#server/platform/misuse/queries.ts';
import { rankCallers } from '#server/platform/misuse/ranks.ts';
import {
  callsAtOnce,
  createTurns,
  keptForNewcomers,
  longestLine,
} from '#server/platform/misuse/turns.ts';
import { isGoodTicket, newTicket } from '#server/platform/misuse/wait-ticket.ts';
import { serverSecrets } from '#server/platform/security/server-secret.ts';

/* What guards the public forms: honeypot, time, challenge. */

/** Watches the calls of a form that is open to strangers. */
export interface FormGuard {
  /**
   * Whether a call comes with the solution of a challenge, or with what stands for it. Those are counted apart: where many people share a network,
   * being asked must not use up the calls with which they answer.
   */
  hasSolution(call: Pick<FastifyRequest, 'headers'>): boolean;
  /** Sees every well-formed call, and throws if it has to solve a challenge first, or to wait. */
  admit(request: FastifyRequest, calls: number): Promise<void>;
  /** Does all that a call needs, its checks included, in its turn: networks that called least go first. */
  inTurn<T>(call: Pick<FastifyRequest, 'ip'>, work: () => Promise<T>): Promise<T>;
}

/** What a public form needs to know. */
type GuardDeps = Pick<Deps, 'db' | 'config' | 'limitFactor'>;

// All forms of this process together.
const turns = createTurns({
  atOnce: callsAtOnce,
  keptForFirst: keptForNewcomers,
  longestLine,
  refusal:
    'Very many people are sending this form right now. Nothing was sent or charged; please try again in a minute.',
});

/** Keeps programs from misusing a public form; people do not notice it. */
export function guardForm({ db, config, limitFactor }: GuardDeps, form: PublicForm): FormGuard {
  const secrets = serverSecrets(config);
  const [secret] = secrets;
  const rankOf = rankCallers(secret);
  const isPayment = form === 'donations';

  async function recordOf(network: Buffer, isSuspicious: boolean) {
    if (isSuspicious) {
      await countCall(db, { name: suspicious, caller: network, windowSeconds: 3600 });
    }
    return readNetworkRecord(db, network);
  }

  return {
    inTurn: (call, work) => turns(rankOf(call), work),
    hasSolution,
    async admit(request, calls) {
      const network = callerOf(request.ip, secret);
      const isSuspicious = isMadeByProgram(request, limitFactor);
      const { isUnderAttack, ...record } = await recordOf(network, isSuspicious);
      if (isPayment && isCardTesting(record)) throw failedTooOften();
      const signs = {
        calls,
        isSuspicious,
        isUnderAttack: isPayment && isUnderAttack,
        hasSolution: hasSolution(request),
      };
      const level = challengeLevel(signs, record, limitFactor);
      if (level === 0) return;
      const taskOf = (of: Buffer) => ({ form, network: callerOf(request.ip, of).toString('hex') });
      const tasks = secrets.map((of) => ({ secret: of, task: taskOf(of) }));
      const solution = String(request.headers[solutionHeader] ?? '');
      if (solution !== '' && (await isNewSolution(db, tasks, solution))) return;
      const ticket = String(request.headers[ticketHeader] ?? '');
      if (ticket !== '' && (await isGoodTicket(db, tasks, ticket))) return;
      const error = new AppError(
        'challenge_required',
        'We could not tell whether a person sent this, so we have not accepted it yet. Nothing was sent or charged; please try once more.',
      );
      error.challenge = await newChallenge(taskOf(secret), level, secret);
      const seconds = waitSeconds[level];
      error.wait = { seconds, ticket: newTicket(taskOf(secret), seconds, secret) };
      throw error;
    },
  };
}

function hasSolution({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[solutionHeader] !== undefined || headers[ticketHeader] !== undefined;
}

/** A sign, never proof: a person may be quick or have a browser that fills in every field. */
function isMadeByProgram({ body, headers }: FastifyRequest, factor: number): boolean {
  const age = headers[pageAgeHeader];
  const isHasty = age !== undefined && Number(age) < shortestVisit / factor;
  return (
    isHasty || (typeof body === 'object' && Boolean(body && 'website' in body && body.website))
  );
}

function failedTooOften(): AppError {
  return new AppError(
    'too_many_requests',
    'Too many payments from your network have failed. Nothing was charged; please try again in an hour.',
    undefined,
    3600,
  );
}
