import Stripe from 'stripe';
import { AppError } from '#server/platform/errors.ts';

/* Which failures of Stripe are final, and what whoever waits is told. */

/** Whether Stripe itself responded, with a refusal that the same call would get again: none of the `passing` statuses. */
export function isAnswered(
  error: unknown,
  passing: number[],
): error is Stripe.errors.StripeError & { statusCode: number } {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.statusCode !== undefined &&
    !passing.includes(error.statusCode)
  );
}

/** Whether Stripe has refused a call for good, and done nothing. */
export function isRefusal(error: unknown): boolean {
  return isAnswered(error, [409, 429]) && error.statusCode < 500;
}

/** Whether there is no such object, or no longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** 503 for whoever waits for the answer of a call. */
export function unavailable(cause: unknown, message: string): AppError {
  const error = new AppError('payments_unavailable', message);
  error.cause = cause;
  return error;
}
