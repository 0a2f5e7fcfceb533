import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { FileId, NominationId, UpdateId } from '#contract/ids.ts';
import type { Update, updateInput } from '#contract/publishing/updates.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { forgetResponses, oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { requestMailing } from '#server/publishing/updates/jobs.ts';
import { findObstacles, getUpdate } from '#server/publishing/updates/queries.ts';
import { audienceSql } from '#server/publishing/updates/recipients.ts';
import { assertMayTell } from '#server/vetting/consents/gate.ts';

type UpdateInput = z.infer<typeof updateInput>;

/** Creates a draft about a nomination, with files of that nomination. */
export function createUpdate(
  db: Db,
  actor: TeamMember,
  input: UpdateInput & { nominationId: NominationId },
  idempotencyKey: string | null,
): Promise<Update> {
  demandRight(actor, 'pages.draft');
  const { nominationId, fileIds, ...words } = input;
  const scope = `update ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    await lockNomination(trx, nominationId);
    const id = newId<UpdateId>();
    await trx
      .insertInto('updates')
      .values({ id, nominationId, ...words, createdBy: actor.id })
      .execute();
    await setFiles(trx, id, nominationId, fileIds);
    await auditAction(trx, actor, 'update.written', id, { kind: words.kind });
    return getUpdate(trx, id);
  });
}

/** Changes a draft. A published update stays as it was mailed. */
export function saveUpdate(
  db: Db,
  actor: TeamMember,
  { id, fileIds, ...words }: UpdateInput & { id: UpdateId },
): Promise<Update> {
  demandRight(actor, 'pages.draft');
  return db.transaction().execute(async (trx) => {
    const { nominationId } = await lockDraft(trx, id);
    await trx.updateTable('updates').set(words).where('id', '=', id).execute();
    await trx.deleteFrom('updateFiles').where('updateId', '=', id).execute();
    await setFiles(trx, id, nominationId, fileIds);
    await auditAction(trx, actor, 'update.changed', id, { kind: words.kind });
    return getUpdate(trx, id);
  });
}

/** Deletes a draft. */
export async function deleteUpdate(db: Db, actor: TeamMember, id: UpdateId): Promise<void> {
  demandRight(actor, 'pages.draft');
  await db.transaction().execute(async (trx) => {
    await lockDraft(trx, id);
    await trx.deleteFrom('updates').where('id', '=', id).execute();
    await forgetResponses(trx, { ids: [id] });
    await auditAction(trx, actor, 'update.deleted', id);
  });
}

/**
 * Publishes an update and decides who gets it by email. 409 with everything that is still in the way. Publishing
 * twice has no further effect.
 */
export function publishUpdate(
  db: Db,
  boss: PgBoss,
  actor: TeamMember,
  id: UpdateId,
): Promise<Update> {
  demandRight(actor, 'pages.publish');
  return db.transaction().execute(async (trx) => {
    const update = await lockUpdate(trx, id);
    if (update.publishedAt !== null) return update;
    const obstacles = await findObstacles(trx, update);
    if (obstacles.length > 0) throw new AppError('not_publishable', obstacles.join(' '));
    await trx
      .updateTable('updates')
      .set({ publishedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await assertMayTell(trx, update.nominationId);
    await sql`insert into update_recipients (id, update_id, email, role, first_name)
      select gen_random_uuid(), ${id}, email, role, first_name from (${audienceSql(update)}) as audience
      where not has_opted_out`.execute(trx);
    const published = await getUpdate(trx, id);
    await auditAction(trx, actor, 'update.published', id, { mails: published.mailing?.total });
    await requestMailing(trx, boss);
    return published;
  });
}

/** Files of the nomination in this order; a still picture comes with its video. */
async function setFiles(
  trx: Trx,
  updateId: UpdateId,
  nominationId: NominationId,
  fileIds: FileId[],
) {
  const unique = [...new Set(fileIds)];
  if (unique.length === 0) return;
  const usable = await trx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', unique)
    .where('nominationId', '=', nominationId)
    .where('stillOf', 'is', null)
    .where('state', '<>', 'failed')
    // A file deleted at this moment disappears from the update, as it would a moment later.
    .forKeyShare()
    .execute();
  if (usable.length < unique.length) {
    const message = 'Choose receipts, photos, and videos of this nomination';
    throw new AppError('file_unusable', `${message}.`, { fileIds: message });
  }
  const rows = unique.map((fileId, position) => ({ updateId, position, fileId }));
  await trx.insertInto('updateFiles').values(rows).execute();
}

async function lockDraft(trx: Trx, id: UpdateId): Promise<Update> {
  const update = await lockUpdate(trx, id);
  if (update.publishedAt === null) return update;
  throw new AppError(
    'already_published',
    'This update is already published and on its way to the donors. Please write another one instead.',
  );
}

/** The nomination's lock serializes changes to its updates, as to its page. */
async function lockUpdate(trx: Trx, id: UpdateId): Promise<Update> {
  const { nominationId } = await getUpdate(trx, id);
  await lockNomination(trx, nominationId);
  return getUpdate(trx, id);
}

function lockNomination(trx: Trx, id: NominationId) {
  return trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
