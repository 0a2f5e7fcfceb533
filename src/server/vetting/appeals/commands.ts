import type { AppealId, FileId, NominationId } from '#contract/ids.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { demandRight, type TeamMember } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { findAppealable } from '#server/vetting/appeals/queries.ts';
import {
  assertMayDecideAppeal,
  closeAppeal,
  findOpenAppeal,
} from '#server/vetting/nominations/decide-appeal.ts';
import { appealArrived, appealUpheld } from '#server/vetting/nominations/emails.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { assertUsable } from '#server/vetting/papers/assert-usable.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { createTrackingLink } from '#server/vetting/tracking-links/commands.ts';

interface AppealInput {
  nominationId: NominationId;
  text: string;
  papers: FileId[];
}

/** Stores an appeal of the nominator and tells the team. 409 if there is nothing to appeal against anymore. */
export async function sendAppeal(
  trx: Trx,
  { nominationId, text, papers }: AppealInput,
  mailer: Mailer,
): Promise<void> {
  const { reference } = await lockNomination(trx, nominationId);
  const decisionId = await findAppealable(trx, nominationId);
  await assertUsable(trx, nominationId, null, papers);
  const id = newId<AppealId>();
  await trx.insertInto('appeals').values({ id, nominationId, decisionId, text }).execute();
  if (papers.length > 0) {
    await trx
      .insertInto('appealFiles')
      .values(papers.map((fileId, index) => ({ appealId: id, fileId, position: index + 1 })))
      .execute();
  }
  await recordAudit(trx, {
    actor: 'visitor',
    action: 'nomination.appealed',
    subjectId: nominationId,
  });
  await mailer.enqueueForTeam(trx, (to) =>
    appealArrived(mailer.config, to, { id: nominationId, reference }),
  );
}

/** Decides an appeal: the nomination stays declined, and its nominator is told. */
export async function upholdRejection(
  db: Db,
  actor: TeamMember,
  { id, letter }: { id: NominationId; letter: string },
  mailer: Mailer,
): Promise<Nomination> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const { reference, email } = await lockNomination(trx, id);
    await assertNoConflict(trx, actor, id);
    const appeal = await findOpenAppeal(trx, id);
    if (!appeal) {
      throw new AppError('appeal_closed', 'No appeal waits here: somebody has decided it.');
    }
    await assertMayDecideAppeal(trx, actor, appeal);
    await closeAppeal(trx, actor, appeal, { outcome: 'upheld', decisionId: null });
    const url = await createTrackingLink(trx, id, mailer.config);
    await mailer.enqueue(trx, appealUpheld(mailer.config, { email, reference, letter, url }));
  });
  return getNomination(db, actor, id);
}

function lockNomination(trx: Trx, id: NominationId) {
  return trx
    .selectFrom('nominations')
    .select(['reference', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
