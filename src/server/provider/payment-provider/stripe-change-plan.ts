import type Stripe from 'stripe';
import { totalOf } from '#core/plans/plan-parts.ts';
import {
  DefiniteFailure,
  type PaymentProvider,
  type PlanChange,
  type PlanFact,
} from '#server/provider/payment-provider/provider.ts';
import { partsMetadata } from '#server/provider/payment-provider/stripe-plan-parts.ts';
import {
  mustReadPlan,
  planDetails,
  recurringPrice,
  type StripePlans,
} from '#server/provider/payment-provider/stripe-plans.ts';
import {
  isMissing,
  isRefusal,
  unavailable,
} from '#server/provider/payment-provider/stripe-refusals.ts';

/* Changes and stops recurring donations at Stripe, and makes its pages for another card or an overdue payment. */

/** Calls that change plans, with clients whose calls end at a deadline. */
export function stripePlanChanges(
  client: (deadline?: AbortSignal) => Stripe,
  { findPlan }: StripePlans,
): Pick<PaymentProvider, 'changePlan' | 'stopPlan' | 'openCardPage' | 'openPaymentPage'> {
  const stripe = client();
  let portal: string | undefined;
  return {
    async changePlan(plan, change, deadline) {
      const timed = client(deadline);
      const readAt = new Date();
      try {
        const current = await timed.subscriptions.retrieve(plan.subscriptionId, planDetails);
        const params = changeParams(await mustReadPlan(timed, current, readAt), change, current);
        const { id } = await timed.subscriptions.update(plan.subscriptionId, params);
        // What is overdue was asked for before the pause, and would still be collected.
        if (change.pausedUntil) await giveUpOpenInvoices(timed, id);
        // Before it is asked: an answer that was long on its way must not replace a newer one.
        const askedAt = new Date();
        const changed = await timed.subscriptions.retrieve(id, planDetails);
        return await mustReadPlan(timed, changed, askedAt);
      } catch (cause) {
        throw callFailure(
          cause,
          isRefusal(cause)
            ? 'Nothing was changed; please try again in a minute.'
            : 'We do not know yet whether it was changed; please look again in a few minutes.',
        );
      }
    },
    async stopPlan({ subscriptionId }) {
      await stripe.subscriptions.cancel(subscriptionId, { prorate: false }).catch((error) => {
        // It has ended already.
        if (!isMissing(error)) throw error;
      });
      await giveUpOpenInvoices(stripe, subscriptionId);
      const fact = await findPlan(subscriptionId);
      if (fact?.kind !== 'plan' || fact.state !== 'ended') {
        throw new Error(`Stripe has not ended ${subscriptionId}.`);
      }
      return { ...fact, isSettled: true };
    },
    async openCardPage({ customerId }, returnUrl, deadline) {
      const timed = client(deadline);
      try {
        portal ??= await portalConfiguration(timed);
        const { url } = await timed.billingPortal.sessions.create({
          customer: customerId,
          configuration: portal,
          return_url: returnUrl,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
          },
        });
        return url;
      } catch (cause) {
        throw callFailure(cause, 'Your card was not changed; please try again in a minute.');
      }
    },
    async openPaymentPage(invoiceId, deadline) {
      try {
        const invoice = await client(deadline).invoices.retrieve(invoiceId);
        return invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null;
      } catch (cause) {
        throw callFailure(cause, 'Please try again in a minute.');
      }
    },
  };
}

/** What is changed of a plan as it is at Stripe now: somebody else may have changed another part of its price. */
function changeParams(
  plan: PlanFact,
  change: PlanChange,
  { items, metadata }: Stripe.Subscription,
): Stripe.SubscriptionUpdateParams {
  const { parts, interval, causeId, nextChargeAt, pausedUntil } = change;
  const hasNewPrice = parts !== undefined || interval !== undefined;
  const itemId = items.data[0]?.id;
  return {
    // What was paid stays as it is, and nothing is asked for because of a change.
    proration_behavior: 'none',
    ...(hasNewPrice &&
      itemId !== undefined && {
        items: [
          {
            id: itemId,
            price_data: recurringPrice(
              totalOf(parts ?? plan),
              plan.currency,
              interval ?? plan.interval,
            ),
          },
        ],
      }),
    ...((causeId !== undefined || parts !== undefined) && {
      metadata: {
        ...(causeId !== undefined && { causeId }),
        ...(parts !== undefined && partsMetadata(parts, { metadata, parts: plan })),
      },
    }),
    ...(nextChargeAt !== undefined && { trial_end: Math.floor(nextChargeAt.getTime() / 1000) }),
    ...(pausedUntil !== undefined && {
      pause_collection:
        pausedUntil === null
          ? ''
          : { behavior: 'void', resumes_at: Math.floor(pausedUntil.getTime() / 1000) },
    }),
  };
}

/** A donation is never a debt: what was asked for and not paid is given up. */
async function giveUpOpenInvoices(stripe: Stripe, subscription: string): Promise<void> {
  for await (const invoice of stripe.invoices.list({ subscription, status: 'open', limit: 100 })) {
    await stripe.invoices.voidInvoice(invoice.id);
  }
}

function callFailure(cause: unknown, then: string): Error {
  const message = `We cannot reach our payment provider right now. ${then}`;
  const error = unavailable(cause, message);
  return isRefusal(cause) ? new DefiniteFailure(error, cause) : error;
}

const portalName = 'everycent-card';

/** The configuration of the customer portal that takes another card, and nothing else. */
async function portalConfiguration(stripe: Stripe): Promise<string> {
  for await (const known of stripe.billingPortal.configurations.list({
    active: true,
    limit: 100,
  })) {
    if (known.name === portalName) return known.id;
  }
  const { id } = await stripe.billingPortal.configurations.create({
    name: portalName,
    features: { payment_method_update: { enabled: true } },
  });
  return id;
}
