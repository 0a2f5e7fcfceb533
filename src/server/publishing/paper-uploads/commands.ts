import type { FileId, NominationId, QuestionId } from '#contract/ids.ts';
import { maxPapersPerNomination } from '#contract/vetting/tracking-page.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import {
  getPaper,
  getTeamPaper,
  type UploadedPaper,
} from '#server/publishing/paper-uploads/queries.ts';
import { assertSpace } from '#server/publishing/uploads/commands.ts';
import { assertSize } from '#server/publishing/uploads/policy.ts';
import { findAppealable } from '#server/vetting/appeals/queries.ts';
import { findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { assertOpen } from '#server/vetting/questions/policy.ts';
import { findNominationByLink } from '#server/vetting/tracking-links/queries.ts';

interface PaperInput {
  token: string;
  /** Null for an appeal. */
  questionId: QuestionId | null;
  bytes: number;
  originalName?: string | undefined;
}

/**
 * Starts the upload of a paper with a private link, which takes an open question or a rejection to appeal against:
 * nobody stores files with us without a reason.
 */
export async function createPaper(
  db: Db,
  { token, questionId, bytes, originalName }: PaperInput,
  quotaBytes: number,
): Promise<UploadedPaper> {
  assertSize('paper', bytes);
  const id = newId<FileId>();
  await db.transaction().execute(async (trx) => {
    const nominationId = await findNominationByLink(trx, token);
    await lockNomination(trx, nominationId);
    if (questionId === null) await findAppealable(trx, nominationId);
    else await assertAsked(trx, nominationId, questionId);
    const paper = { id, nominationId, bytes, originalName: originalName || null };
    await addPaper(trx, null, paper, quotaBytes);
  });
  return getPaper(db, token, id);
}

interface TeamPaperInput {
  nominationId: NominationId;
  bytes: number;
  originalName?: string | undefined;
}

/** Starts the upload of a paper that shows how somebody of the team has checked something. */
export async function createTeamPaper(
  db: Db,
  actor: TeamMember,
  { nominationId, bytes, originalName }: TeamPaperInput,
  quotaBytes: number,
): Promise<UploadedPaper> {
  demandRight(actor, 'nominations.decide');
  assertSize('paper', bytes);
  const id = newId<FileId>();
  await db.transaction().execute(async (trx) => {
    await lockNomination(trx, nominationId);
    const paper = { id, nominationId, bytes, originalName: originalName || null };
    await addPaper(trx, actor, paper, quotaBytes);
  });
  return getTeamPaper(db, actor, id);
}

interface NewPaper {
  id: FileId;
  nominationId: NominationId;
  bytes: number;
  originalName: string | null;
}

/** Null for a nominator, who has no account. */
async function addPaper(
  trx: Trx,
  sender: TeamMember | null,
  paper: NewPaper,
  quotaBytes: number,
): Promise<void> {
  const { id, nominationId, bytes } = paper;
  await assertFewEnough(trx, nominationId, sender);
  await assertSpace(trx, bytes, quotaBytes);
  const kind = 'paper' as const;
  await trx
    .insertInto('files')
    .values({ ...paper, kind, createdBy: sender?.id ?? null })
    .execute();
  await recordAudit(trx, {
    actor: sender === null ? 'visitor' : userActor(sender),
    action: 'file.added',
    subjectId: id,
    // Without its name, which must go with the file.
    after: { nominationId, kind, bytes },
  });
}

/** Locked, so that two concurrent uploads count each other. */
async function lockNomination(trx: Trx, id: NominationId): Promise<void> {
  await trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}

async function assertAsked(trx: Trx, nominationId: NominationId, id: QuestionId): Promise<void> {
  const question = await trx
    .selectFrom('questions')
    .select('closedAt')
    .where('id', '=', id)
    .where('nominationId', '=', nominationId)
    .executeTakeFirstOrThrow(() => notFound('question'));
  assertOpen(question, (await findToldStatus(trx, nominationId)).status);
}

/** Those of the nominator, or of the whole team: neither uses up what the other may send. */
async function assertFewEnough(
  trx: Trx,
  nominationId: NominationId,
  sender: TeamMember | null,
): Promise<void> {
  const count = await howMany(
    trx
      .selectFrom('files')
      .where('nominationId', '=', nominationId)
      .where('kind', '=', 'paper')
      .where('createdBy', sender === null ? 'is' : 'is not', null)
      .where('state', '<>', 'failed'),
  );
  if (count < maxPapersPerNomination) return;
  throw new AppError(
    'too_many_files',
    sender === null
      ? `You have sent ${count} files, which is the limit. Please write to us if there is more to see.`
      : `The team has added ${count} files to this nomination, which is the limit.`,
  );
}
