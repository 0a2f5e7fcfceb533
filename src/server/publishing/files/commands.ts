import type { PgBoss } from 'pg-boss';
import type { FileId } from '#contract/ids.ts';
import { type File, type Redaction, rightToPublish } from '#contract/publishing/files.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, changedFields, recordAudit } from '#server/platform/audit/record-audit.ts';
import { recordWhatWasRead } from '#server/platform/audit/record-reading.ts';
import { isStillReferenced } from '#server/platform/db/database-errors.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { enqueueProcessing } from '#server/publishing/files/jobs.ts';
import { assertPublishable } from '#server/publishing/files/policy.ts';
import { getFile } from '#server/publishing/files/queries.ts';
import { assertNameless } from '#server/vetting/consents/gate.ts';
import { keepPageHidden } from '#server/vetting/nominations/page-visibility.ts';

interface FileDetails {
  caption: string;
  alternativeText: string;
  consentBy: string;
  consentScope: string;
  consentUntil: string;
}

/** Records that somebody has opened what may show and name people as it was sent: they have read about its nomination. */
export async function recordOpening(db: Db, actor: TeamMember, id: FileId): Promise<void> {
  const { nominationId } = await db
    .selectFrom('files')
    .select('nominationId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('file'));
  await recordWhatWasRead(db, actor, 'nomination', nominationId);
}

/** Changes the description of a file. A published file must stay publishable. */
export function updateFile(
  db: Db,
  actor: TeamMember,
  { id, consentUntil, ...input }: FileDetails & { id: FileId },
): Promise<File> {
  demandRight(actor, 'files.write');
  return changeFile(db, id, async (trx, before) => {
    // Receipts need no consent.
    const lasts = before.kind === 'receipt' || consentUntil === '';
    const after = { ...input, consentUntil: lasts ? null : consentUntil };
    const isNewConsent =
      before.consentBy !== after.consentBy ||
      before.consentScope !== after.consentScope ||
      before.consentUntil !== after.consentUntil;
    const consentWithdrawnAt = isNewConsent ? null : before.consentWithdrawnAt;
    if (before.isPublished) {
      demandRight(actor, rightToPublish(before.kind));
      assertPublishable(
        { ...before, ...after, consentWithdrawnAt },
        await hasStill(trx, id),
        today(),
      );
      await keepPageHidden(trx, before.nominationId);
    }
    await trx
      .updateTable('files')
      .set({ ...after, consentWithdrawnAt })
      .where('id', '=', id)
      .execute();
    if (before.isPublished) await assertNameless(trx, before.nominationId);
    await auditAction(trx, actor, 'file.described', id, { changed: changedFields(before, after) });
  });
}

/** Removes the public copy of a receipt and has a new one made, with these areas blacked out. */
export function redactFile(
  db: Db,
  actor: TeamMember,
  { id, redactions }: { id: FileId; redactions: Redaction[] },
  boss: PgBoss,
): Promise<File> {
  demandRight(actor, 'files.write');
  return changeFile(db, id, async (trx, { kind, state, copies, isPublished }) => {
    if (isPublished) demandRight(actor, rightToPublish(kind));
    if (kind !== 'receipt') {
      throw new AppError('file_not_ready', 'Only receipts can be blacked out.');
    }
    const pages = copies.filter(({ role }) => role === 'page');
    // Requesting the work again restarts it if it seems to hang.
    if (!['ready', 'processing'].includes(state) || pages.length === 0) {
      throw new AppError(
        'file_not_ready',
        'This receipt is not ready yet. Please try again in a moment.',
      );
    }
    if (redactions.some(({ page }) => page > pages.length)) {
      throw new AppError('invalid_input', `This receipt has ${pages.length} pages.`);
    }
    await trx
      .deleteFrom('fileCopies')
      .where('fileId', '=', id)
      .where('role', '=', 'public')
      .execute();
    const { revision } = await trx
      .updateTable('files')
      .set((row) => ({
        redactions: JSON.stringify(redactions),
        state: 'processing',
        failure: '',
        revision: row('revision', '+', 1),
      }))
      .where('id', '=', id)
      .returning('revision')
      .executeTakeFirstOrThrow();
    await enqueueProcessing(trx, { id, revision }, boss);
    await auditAction(trx, actor, 'file.redacted', id, { blackParts: redactions.length });
  });
}

/** Publishes a file. 409 with what is missing. */
export function publishFile(db: Db, actor: TeamMember, id: FileId): Promise<File> {
  demandRight(actor, 'receipts.publish');
  return changeFile(db, id, async (trx, file) => {
    demandRight(actor, rightToPublish(file.kind));
    assertPublishable(file, await hasStill(trx, id), today());
    if (file.isPublished) return;
    await keepPageHidden(trx, file.nominationId);
    await trx.updateTable('files').set({ isPublished: true }).where('id', '=', id).execute();
    await assertNameless(trx, file.nominationId);
    await auditAction(trx, actor, 'file.published', id);
  });
}

/** Hides a file from every page. */
export function unpublishFile(db: Db, actor: TeamMember, id: FileId): Promise<File> {
  demandRight(actor, 'receipts.publish');
  return changeFile(db, id, async (trx, { kind, isPublished }) => {
    demandRight(actor, rightToPublish(kind));
    if (!isPublished) return;
    await trx.updateTable('files').set({ isPublished: false }).where('id', '=', id).execute();
    await auditAction(trx, actor, 'file.unpublished', id);
  });
}

/** Records that a consent was withdrawn, and hides the file from every page. */
export function withdrawConsent(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: FileId; reason: string },
): Promise<File> {
  demandRight(actor, 'receipts.publish');
  return changeFile(db, id, async (trx, { kind }) => {
    demandRight(actor, rightToPublish(kind));
    await trx
      .updateTable('files')
      .set({ isPublished: false, consentWithdrawnAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'file.consent_withdrawn',
      subjectId: id,
      reason,
    });
  });
}

/**
 * Deletes a file, with its still picture and everything made from it; the bytes are removed later. 409 for a
 * receipt of an expense.
 */
export async function deleteFile(db: Db, actor: TeamMember, id: FileId): Promise<void> {
  demandRight(actor, 'files.write');
  try {
    await db.transaction().execute(async (trx) => {
      await lockFile(trx, id);
      const { kind, sha256, isPublished } = await trx
        .deleteFrom('files')
        .where('id', '=', id)
        .returning(['kind', 'sha256', 'isPublished'])
        .executeTakeFirstOrThrow(() => notFound('file'));
      if (isPublished) demandRight(actor, rightToPublish(kind));
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'file.deleted',
        subjectId: id,
        before: { kind, sha256 },
      });
    });
  } catch (error) {
    if (!isStillReferenced(error)) throw error;
    throw new AppError(
      'receipt_in_use',
      'This receipt belongs to an expense. Undo the expense first, then delete the receipt.',
    );
  }
}

/** Makes a change with the file locked, and returns the file as it is then. */
async function changeFile(
  db: Db,
  id: FileId,
  change: (trx: Trx, before: File) => Promise<void>,
): Promise<File> {
  await db.transaction().execute(async (trx) => {
    await lockFile(trx, id);
    await change(trx, await getFile(trx, id));
  });
  return getFile(db, id);
}

/** Locks a file, and its nomination before it, as wherever both are locked. */
async function lockFile(trx: Trx, id: FileId): Promise<void> {
  await trx
    .selectFrom('nominations')
    .innerJoin('files', 'files.nominationId', 'nominations.id')
    .select('nominations.id')
    .where('files.id', '=', id)
    .forNoKeyUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('file'));
  await trx
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('file'));
}

async function hasStill(trx: Trx, videoId: FileId): Promise<boolean> {
  const still = await trx
    .selectFrom('files')
    .select('id')
    .where('stillOf', '=', videoId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return still !== undefined;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
