import { compareWith, listAtProvider } from '#server/payments/payments/reconciliation.ts';

/** Compares with the provider without the pause that production gives to events on their way. */
export async function reconcileNow(deps: Parameters<typeof listAtProvider>[0]) {
  return compareWith(deps, await listAtProvider(deps));
}
