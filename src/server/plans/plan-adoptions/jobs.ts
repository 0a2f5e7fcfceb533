import type { PgBoss } from 'pg-boss';
import { adoptAsked } from '#server/plans/plan-adoptions/adopt-asked.ts';
import { adoptionQueue } from '#server/plans/plan-adoptions/adoption-queue.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';

interface AdoptionWorkerDeps extends WithPayments {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

/** Takes over what somebody has asked for: when it is queued, and every minute, for what is not confirmed yet. */
export async function startAdoptionWorker(deps: AdoptionWorkerDeps): Promise<void> {
  const { db, boss } = deps;
  const worker: string = await boss.work(adoptionQueue.name, async () => {
    await adoptAsked(db, deps);
    // The notification of a job queued meanwhile has already passed.
    boss.notifyWorker(worker);
  });
}
