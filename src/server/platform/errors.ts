import type { Challenge } from '#contract/challenge.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import { isoDayOf } from '#core/platform/dates.ts';

/* Refusals that a caller is told about, and failures that are explained. */

/** A failure of a start or of a command, with a message for whoever runs it: what is wrong, and what to do. */
export class ExplainedError extends Error {}

/** A refusal that the caller is told about: a code of the contract and a sentence for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** When to try again, in seconds, for the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  /** What the caller has to solve first. */
  challenge?: Challenge;
  /** What the caller can do instead of solving it. */
  wait?: ErrorBody['wait'];
  /** What the caller has to choose from. */
  accounts?: ErrorBody['accounts'];

  constructor(
    code: ErrorCode,
    message: string,
    fields?: Record<string, string>,
    retryAfter?: number,
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/**
 * What a call would do takes a second person, as it turned out in its transaction: nothing is done, and it waits. Never a
 * refusal that a caller sees.
 */
export class SecondPersonNeeded extends Error {
  /** What the second person sees. */
  readonly facts: ApprovalFact[];
  /** What the call of a file relies on beside its parts, so that it does what the second person saw. It joins its query. */
  readonly query: object;

  constructor(facts: ApprovalFact[], query: object = {}) {
    super('This takes a second person.');
    this.facts = facts;
    this.query = query;
  }
}

/**
 * Refuses a day that has not begun in a time zone, which is usually that of the charity: the field that has it, and what
 * the day is called.
 */
export function refuseFuture(day: string, timeZone: string, field: string, name = 'the day'): void {
  if (day <= isoDayOf(new Date(), timeZone)) return;
  const message = 'Must not be in the future';
  throw new AppError('invalid_input', `Please check ${name}. ${message}.`, { [field]: message });
}

/** Nothing has this id. `thing` is a word like "donation". */
export function notFound(thing: string): AppError {
  return new AppError('not_found', `There is no ${thing} with this id.`);
}
