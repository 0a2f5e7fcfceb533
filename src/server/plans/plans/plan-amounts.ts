import { cardProblem, formatCents } from '#core/platform/money.ts';
import { AppError } from '#server/platform/errors.ts';

/** Refuses an amount that a recurring donation cannot have: 422 with the limits, or with what a card cannot pay. */
export function checkAmount(amount: number, limits: { minCents: number; maxCents: number }): void {
  if (amount < limits.minCents || amount > limits.maxCents) {
    const [min, max] = [formatCents(limits.minCents), formatCents(limits.maxCents)];
    throw outOfRange(`Must be between ${min} and ${max}`);
  }
  const problem = cardProblem(amount);
  if (problem !== null) throw outOfRange(problem);
}

export function outOfRange(message: string): AppError {
  return new AppError('amount_out_of_range', `Please check the amount. ${message}.`, {
    amount: message,
  });
}
