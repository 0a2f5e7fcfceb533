import { sql } from 'kysely';
import { announcedDays } from '#core/plans/plans.ts';
import { sendChangeLinks } from '#server/plans/plans/mail-change-links.ts';
import { deleteExpiredPlanLinks } from '#server/plans/plans/plan-links.ts';
import { announcePayment } from '#server/plans/plans/record-plan.ts';
import { repeatPlanRequests } from '#server/plans/plans/repeat-plan-requests.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import { type JobQueue, workerOf } from '#server/platform/jobs/queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mailRequests } from '#server/platform/misuse/mail-requests.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

/* Announces payments of plans, mails links to them, and repeats what the provider has not confirmed. */

/** What the provider has not confirmed yet is asked for again every minute. */
const planRequestsQueue: JobQueue = {
  name: 'plan-requests',
  retryLimit: 0,
  cron: '* * * * *',
};
const announcePaymentsQueue: JobQueue = {
  name: 'announce-plan-payments',
  retryLimit: 3,
  retryDelay: 600,
  cron: '27 * * * *',
};

type Services = Pick<Deps, 'db' | 'boss' | 'mailer'>;

/** Links to change the plans of an address, on request. */
export const { ask: requestPlanLinks, worker: planLinkWorker } = mailRequests(
  'plan-link',
  'plan-link',
  sendChangeLinks,
);

/** Announces the payments of quarterly and yearly plans a week before, whether the provider tells of them or not. */
export async function announcePayments(db: Db, mailer: Mailer): Promise<void> {
  await deleteExpiredPlanLinks(db);
  const due = await db
    .selectFrom('plans')
    .select('id')
    .where('state', '=', 'active')
    .where('interval', 'in', ['quarterly', 'yearly'])
    .where(
      sql<boolean>`next_charge_at between now() and now() + make_interval(days => ${announcedDays})`,
    )
    .where(sql<boolean>`announced_charge_at is distinct from next_charge_at`)
    .limit(500)
    .execute();
  for (const { id } of due) {
    await db.transaction().execute(async (trx) => {
      const plan = await trx
        .selectFrom('plans')
        .innerJoin('checkouts', 'checkouts.id', 'plans.id')
        .innerJoin('causes', 'causes.id', 'plans.causeId')
        .selectAll('plans')
        .select(['isReal', 'provider', 'checkouts.details as checkoutDetails'])
        .select('causes.name as causeName')
        .where('plans.id', '=', id)
        .forUpdate('plans')
        .executeTakeFirst();
      if (plan) await announcePayment(trx, plan, plan.causeName, mailer);
    });
  }
}

export const planRequestsWorker = workerOf(planRequestsQueue, (deps: Services & WithPayments) =>
  repeatPlanRequests(deps.db, deps),
);
export const announcePaymentsWorker = workerOf(announcePaymentsQueue, ({ db, mailer }: Services) =>
  announcePayments(db, mailer),
);
