import { type RawBuilder, sql } from 'kysely';
import { donationId } from '#contract/ids.ts';
import type { CheckoutFact } from '#server/provider/payment-provider/provider.ts';

/** Selects the checkout that a provider names; none if it is not ours. */
export function isOwnCheckout(
  provider: string,
  { checkoutId, sessionId }: Pick<CheckoutFact, 'checkoutId' | 'sessionId'>,
): RawBuilder<boolean> {
  const id = donationId.safeParse(checkoutId).data ?? null;
  // Without a stored session, the provider's response was lost, and we cannot tell.
  return sql<boolean>`checkouts.id = ${id}::uuid and checkouts.provider = ${provider}
    and coalesce(checkouts.session_id = ${sessionId ?? null}::text, true)`;
}
