import type { PlanId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { KnownPlan } from '#server/provider/payment-provider/provider.ts';

/** A plan that may be changed. 404 for an unknown id, 409 if it has ended or is being stopped. */
export async function runningPlan(db: Db, id: PlanId): Promise<KnownPlan> {
  const plan = await knownPlan(db, id);
  if (!plan) throw notFound('recurring donation');
  if (plan.state === 'ended' || plan.isBeingStopped) throw planEnded();
  return plan;
}

/** A plan as the provider's calls need it; undefined if there is none, or the donor has only begun to pay. */
export async function knownPlan(db: Db, id: PlanId) {
  const row = await db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'started')
    .executeTakeFirst();
  if (!row || row.state === 'started') return undefined;
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return {
    id: row.id,
    subscriptionId: row.subscriptionId ?? '',
    customerId: row.customerId ?? '',
    causeId: row.causeId,
    amountCents: row.amountCents,
    coverCents: row.coverCents,
    currency: row.currency,
    interval: row.interval,
    state: row.state,
    startedAt: new Date(row.startedAt ?? row.createdAt),
    nextChargeAt: moment(row.nextChargeAt),
    pausedUntil: moment(row.pausedUntil),
    failure:
      row.failingSince === null
        ? null
        : {
            invoiceId: row.failingInvoiceId ?? '',
            since: new Date(row.failingSince),
            code: row.lastFailureCode,
            triedAt: new Date(row.failureMailedAt ?? row.failingSince),
            nextTryAt: moment(row.nextTryAt),
            mustConfirm: row.mustConfirm,
          },
    isBeingStopped: row.stopRequestedAt !== null,
    isToPause: row.pauseRequestedAt !== null,
  };
}

export function planEnded(): AppError {
  return new AppError(
    'plan_ended',
    'This recurring donation has ended, so nothing of it can be changed. Nothing will be charged anymore.',
  );
}
