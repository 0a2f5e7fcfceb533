import type { FileId, QuestionId } from '#contract/ids.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { sendAppeal } from '#server/vetting/appeals/commands.ts';
import { answerQuestion } from '#server/vetting/questions/answer-question.ts';
import { findNominationByLink } from '#server/vetting/tracking-links/queries.ts';
import { getTrackingPage } from '#server/vetting/tracking-page/queries.ts';

/** Answers a question with a private link. */
export function answerByLink(
  db: Db,
  { token, ...answer }: { token: string; questionId: QuestionId; text: string; papers: FileId[] },
  mailer: Mailer,
): Promise<TrackingPage> {
  return db.transaction().execute(async (trx) => {
    const nominationId = await findNominationByLink(trx, token);
    await answerQuestion(trx, { nominationId, ...answer }, mailer);
    return getTrackingPage(trx, mailer.settings, nominationId);
  });
}

/** Appeals with a private link. */
export function appealByLink(
  db: Db,
  { token, ...appeal }: { token: string; text: string; papers: FileId[] },
  mailer: Mailer,
): Promise<TrackingPage> {
  return db.transaction().execute(async (trx) => {
    const nominationId = await findNominationByLink(trx, token);
    await sendAppeal(trx, { nominationId, ...appeal }, mailer);
    return getTrackingPage(trx, mailer.settings, nominationId);
  });
}
