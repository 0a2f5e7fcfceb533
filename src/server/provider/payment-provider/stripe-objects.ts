import { z } from 'zod';
import type { IncompleteFact, ProviderObject } from '#server/provider/payment-provider/provider.ts';

/* What is read alike in Stripe's objects of payments and of recurring donations (decision 0042). */

/** What names another object: its id, or the object itself. */
export const reference = z
  .union([z.string().min(1), z.object({ id: z.string().min(1) })])
  .nullish()
  .transform((value) => (typeof value === 'object' ? (value?.id ?? null) : (value ?? null)));

/** The id of what a field names. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : (value ?? null);
}

/** What an object lacks. One without an id can be told about, but not be looked up. */
export function incomplete(
  kind: ProviderObject['kind'],
  object: unknown,
  error?: z.ZodError,
): IncompleteFact {
  const objectId =
    z.object({ id: z.string().min(1) }).safeParse(object).data?.id ?? `${kind} without an id`;
  const fields = error?.issues.map(({ path }) => String(path[0] ?? 'object')) ?? [];
  const missing = [...new Set(fields.length > 0 ? fields : ['payment_intent'])];
  return {
    kind: 'incomplete',
    object: { kind, objectId },
    note: `Stripe did not say its ${missing.join(', ')}`,
  };
}
