import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { messageBody, paging, timestamp } from '#contract/fields.ts';
import { causeId, planId } from '#contract/ids.ts';
import {
  type AdoptionState,
  adoptionStates,
  maxAdoptionsAtOnce,
} from '#core/plans/plan-adoptions.ts';
import { planIntervals } from '#core/plans/plans.ts';

/* Subscriptions that another system began, and taking them over as recurring donations. */

const subscriptionId = z
  .string('Choose a subscription')
  .regex(/^sub_\w{1,100}$/, 'Choose a subscription');

/** A subscription that another system began at our account of the payment provider. */
export const otherSubscription = z.object({
  /** The provider's id. */
  id: subscriptionId,
  name: z.string(),
  email: z.string(),
  /** What it is for, in the other system's words. */
  product: z.object({ id: z.string(), name: z.string() }),
  /** In the smallest unit of its currency; null if it has no one amount. */
  amount: z.int().nullable(),
  currency: z.string(),
  interval: z.enum(planIntervals).nullable(),
  every: z.string(),
  state: z.enum(['active', 'paused', 'failing', 'ending']),
  nextChargeAt: timestamp.nullable(),
  /** Why it cannot go on here; null if it can. */
  problem: z.string().nullable(),
  remark: z.string(),
  /** What became of it if somebody has asked for it; null if nobody has. */
  adoption: z
    .object({
      state: z.enum(Object.keys(adoptionStates) as [AdoptionState, ...AdoptionState[]]),
      remark: z.string(),
      planId: planId.nullable(),
    })
    .nullable(),
});
export type ListedSubscription = z.infer<typeof otherSubscription>;

const shared = { tag: 'Recurring donations' } as const;

/** Subscriptions at our account that another system began, as the payment provider has them now. */
export const listOtherSubscriptions = endpoint('GET /api/plan-adoptions', {
  ...shared,
  access: 'contacts.read',
  summary: 'List subscriptions that another system began',
  reads: 'subscriptions',
  query: z.object(paging),
  response: z.array(otherSubscription),
  paged: true,
  errors: ['payments_unavailable'],
});

/**
 * Lets subscriptions go on here: a job names each of them at the payment provider, and the donor is told. Nothing is
 * charged because of it. Takes a second person. Honors `Idempotency-Key`.
 */
export const adoptPlans = endpoint('POST /api/plan-adoptions', {
  ...shared,
  access: 'money.write',
  recent: true,
  approval: 'import',
  summary: 'Take over subscriptions that another system began',
  records: {
    'plan.adoption_asked': 'Asked for subscriptions of another system to go on here',
    'plan.adopted': 'Took over a subscription of another system',
    'plan.adoption_refused': 'Could not take over a subscription of another system',
  },
  body: z.object({
    adoptions: z
      .array(z.object({ subscriptionId, causeId }), 'Must be a list')
      .min(1, 'Choose at least one subscription')
      .max(maxAdoptionsAtOnce, `At most ${maxAdoptionsAtOnce} at once`),
  }),
  response: messageBody,
  errors: ['invalid_input', 'plan_adopted'],
});
