import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { takeStorage } from '#server/platform/storage/installation.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/** Confirms that this is the live site. Confirming twice does nothing. */
export function confirmLiveSite(db: Db, actor: TeamMember, storage: FileStorage): Promise<void> {
  demandRight(actor, 'settings.write');
  return takeStorage(db, storage, (trx, doubt) =>
    recordAudit(trx, {
      actor: userActor(actor),
      action: 'installation.confirmed',
      subjectId: 'installation',
      before: { doubt },
    }),
  );
}
