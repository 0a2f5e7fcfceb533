import type { Challenge } from '#contract/challenge.ts';
import { type ErrorBody, type ErrorCode, errorStatus } from '#contract/errors.ts';

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

/** Nothing has this id. `thing` is a word like "donation". */
export function notFound(thing: string): AppError {
  return new AppError('not_found', `There is no ${thing} with this id.`);
}
