import { recordPlan } from '#server/plans/plans/record-plan.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  DefiniteFailure,
  type KnownPlan,
  type PaymentProvider,
  type PlanChange,
  type PlanFact,
} from '#server/provider/payment-provider/provider.ts';

/** Asks the provider first, outside of any transaction, and books what it says. */
export async function changeAtProvider(
  db: Db,
  plan: KnownPlan,
  what: PlanChange,
  actor: string,
  { payments, mailer }: PlanServices,
  also?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const fact = await payments
    .changePlan(plan, what, AbortSignal.timeout(patience))
    .catch(throwRefusal);
  await bookAnswer(db, fact, actor, { payments, mailer }, also);
}

/** Books what the provider has answered, and what is to be kept with it, all or nothing. */
export async function bookAnswer(
  db: Db,
  fact: PlanFact,
  actor: string | undefined,
  { payments, mailer }: PlanServices,
  also?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const told = { provider: payments.name, fact, ...(actor !== undefined && { actor }) };
    const booking = await recordPlan(trx, told, mailer);
    if (booking.outcome === 'refused') throw new Error(`The plan was not booked: ${booking.note}.`);
    await also?.(trx);
  });
}

/** Throws what a definite failure tells whoever waits, and anything else as it is. */
export function throwRefusal(error: unknown): never {
  throw error instanceof DefiniteFailure ? error.refusal : error;
}

/** What changing a plan needs. */
export interface PlanServices {
  payments: PaymentProvider;
  mailer: Mailer;
}

// How long somebody waits for the provider, in milliseconds.
export const patience = 9_000;
