import type { AlertId } from '#contract/ids.ts';
import { endsByItself } from '#server/operations/watch/checks.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { settleAlert } from '#server/platform/alerting/raise-alert.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/** Settles an alert. Settling it again does nothing. Refuses what is still so. */
export function settleAlertById(db: Db, actor: TeamMember, id: AlertId): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const { key, title, settledAt } = await trx
      .selectFrom('alerts')
      .select(['key', 'title', 'settledAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('alert'));
    if (settledAt !== null) return;
    if (endsByItself(key)) {
      throw new AppError('alert_still_so', 'This is still so. The alert ends when it is mended.');
    }
    await settleAlert(trx, key, userActor(actor));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'alert.settled',
      subjectId: id,
      before: { key, title },
    });
  });
}
