import type { PlanInterval } from '#core/plans/plans.ts';
import type { Fault } from '#test/support/fake-stripe.ts';
import { fc } from '#test/support/seed.ts';
import type { BankAnswer } from '#test/support/stripe/cards.ts';

/*
 * What can happen to recurring donations, in steps that name a plan by its number: donors, banks, and the team do
 * something, time passes, events go astray, and Stripe fails.
 */

/** How the events from now on reach us. */
export const treatments = ['normal', 'twice', 'dropped', 'held', 'reordered', 'older'] as const;

/** One step. `plan` counts those that have begun; one that does not exist makes the step do nothing. */
export type PlanStep = { plan: number } & (
  | { do: 'start'; interval: PlanInterval; amount: number; isCovered: boolean }
  | { do: 'pass'; days: number }
  | { do: 'bank answers'; answers: BankAnswer[] }
  | { do: 'bank replaces card' }
  | { do: 'dispute' }
  | { do: 'decide dispute'; isWon: boolean }
  | { do: 'refund at Stripe'; amount: number; fails: boolean }
  | { do: 'confirm payment' }
  | {
      do: 'change';
      amount?: number;
      isCovered?: boolean;
      isOtherCause?: boolean;
      interval?: PlanInterval;
      inDays?: number;
    }
  | { do: 'pause'; by: 'donor' | 'team'; days: number }
  | { do: 'resume'; by: 'donor' | 'team' }
  | { do: 'stop'; by: 'donor' | 'team' }
  | { do: 'change card'; answers: BankAnswer[] }
  | { do: 'lower'; amount: number }
  | { do: 'refund'; amount: number }
  | { do: 'erase' }
  | { do: 'deliver'; how: (typeof treatments)[number]; seed: number }
  | { do: 'Stripe fails'; faults: Fault[] }
  | { do: 'compare' }
  | { do: 'repeat requests' }
);

const plan = fc.integer({ min: 0, max: 2 });
const amount = fc.integer({ min: 500, max: 20_000 });
const interval = fc.constantFrom<PlanInterval[]>('monthly', 'monthly', 'quarterly', 'yearly');
const answers = fc.array(
  fc.constantFrom<BankAnswer[]>(
    'approved',
    'approved',
    'insufficient_funds',
    'expired_card',
    'lost_card',
    'authentication_required',
  ),
  { minLength: 1, maxLength: 4 },
);
const by = fc.constantFrom('donor' as const, 'team' as const);
// A time-out takes nine seconds each.
const fault = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Fault>('timeout') },
  {
    weight: 11,
    arbitrary: fc.constantFrom<Fault[]>(
      'connection cut',
      'server error after the work',
      'server error',
      'rate limit',
    ),
  },
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

function step<Kind extends PlanStep['do']>(
  kind: Kind,
  fields: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<PlanStep> {
  return fc
    .record({ plan, ...fields })
    .map((values) => ({ do: kind, ...values }) as unknown as PlanStep);
}

const start = step('start', { interval, amount, isCovered: fc.boolean() });
const anyStep = fc.oneof(
  { weight: 2, arbitrary: start },
  {
    weight: 24,
    arbitrary: step('pass', { days: fc.constantFrom(0, 1, 4, 9, 16, 31, 32, 32, 93) }),
  },
  { weight: 4, arbitrary: step('bank answers', { answers }) },
  { weight: 1, arbitrary: step('bank replaces card') },
  { weight: 2, arbitrary: step('dispute') },
  { weight: 2, arbitrary: step('decide dispute', { isWon: fc.boolean() }) },
  { weight: 1, arbitrary: step('refund at Stripe', { amount, fails: fc.boolean() }) },
  { weight: 2, arbitrary: step('confirm payment') },
  {
    weight: 5,
    arbitrary: step('change', {
      amount: optional(amount),
      isCovered: optional(fc.boolean()),
      isOtherCause: optional(fc.constant(true)),
      interval: optional(interval),
      inDays: optional(fc.integer({ min: 1, max: 40 })),
    }),
  },
  { weight: 3, arbitrary: step('pause', { by, days: fc.integer({ min: 1, max: 70 }) }) },
  { weight: 2, arbitrary: step('resume', { by }) },
  { weight: 2, arbitrary: step('stop', { by }) },
  { weight: 2, arbitrary: step('change card', { answers }) },
  { weight: 2, arbitrary: step('lower', { amount }) },
  { weight: 2, arbitrary: step('refund', { amount }) },
  { weight: 1, arbitrary: step('erase') },
  {
    weight: 6,
    arbitrary: step('deliver', {
      how: fc.constantFrom(...treatments),
      seed: fc.integer({ min: 1, max: 1_000_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: step('Stripe fails', {
      faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: step('compare') },
  { weight: 2, arbitrary: step('repeat requests') },
);

/** A sequence of steps that begins with a plan. */
export const planSequence: fc.Arbitrary<PlanStep[]> = fc
  .tuple(start, fc.array(anyStep, { minLength: 10, maxLength: 30, size: 'max' }))
  .map(([first, others]) => [first, ...others]);

/** A step for people. */
export function describeStep({ do: what, plan: number, ...fields }: PlanStep): string {
  return `${what} ${JSON.stringify({ plan: number, ...fields })}`;
}
