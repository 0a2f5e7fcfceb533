import type { ListedSubscription } from '#contract/plans/plan-adoptions.ts';
import type { Page, PageInput } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { PaymentProvider } from '#server/provider/payment-provider/provider.ts';

// How long somebody waits for the provider, in milliseconds.
const patience = 9_000;

/** The subscriptions that another system began, as the provider has them now, with what became of those asked for. */
export async function listOtherSubscriptions(
  db: Db,
  payments: PaymentProvider,
  { limit, cursor }: PageInput,
): Promise<Page<ListedSubscription>> {
  const { others } = payments;
  if (others === null) return { items: [], nextCursor: null };
  const { items, next } = await others
    .list({ after: cursor ?? null, limit }, AbortSignal.timeout(patience))
    .catch((cause) => {
      const error = new AppError(
        'payments_unavailable',
        'The payment provider did not list its subscriptions. Please try again in a minute.',
      );
      error.cause = cause;
      throw error;
    });
  const asked = await db
    .selectFrom('planAdoptions')
    .select(['subscriptionId', 'state', 'remark', 'planId'])
    .where('subscriptionId', 'in', ['', ...items.map(({ subscriptionId }) => subscriptionId)])
    .execute();
  const adoptions = new Map(asked.map(({ subscriptionId, ...rest }) => [subscriptionId, rest]));
  return {
    nextCursor: next,
    items: items.map(({ subscriptionId, donor, amountCents, ...found }) => ({
      id: subscriptionId,
      name: `${donor.firstName} ${donor.lastName}`.trim(),
      email: donor.email,
      product: found.product,
      amount: amountCents,
      currency: found.currency,
      interval: found.interval,
      every: found.every,
      state: found.state,
      nextChargeAt: found.nextChargeAt,
      problem: found.problem,
      remark: found.remark,
      adoption: adoptions.get(subscriptionId) ?? null,
    })),
  };
}
