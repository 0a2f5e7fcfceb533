import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ChecklistPointId, ChecklistVersionId, FileId, NominationId } from '#contract/ids.ts';
import type {
  Checklist,
  ChecklistPoint,
  NominationChecklist,
} from '#contract/vetting/checklists.ts';
import { type NomineeKind, nomineeKindNames, type PointState } from '#core/vetting/checklists.ts';
import type { LimitsOfCall } from '#server/people/approvals/approvals.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound, SecondPersonNeeded } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { findNewestChecklist } from '#server/vetting/checklists/newest-checklist.ts';
import { assertProven, samePoint } from '#server/vetting/checklists/policy.ts';
import { getNominationChecklist, listChecklists } from '#server/vetting/checklists/queries.ts';
import { assertUsable } from '#server/vetting/papers/assert-usable.ts';
import { assertNoConflict } from '#server/vetting/reviews/conflicts.ts';
import { assertOpenForChecks, lockNomination } from '#server/vetting/reviews/lock-nomination.ts';

interface ChecklistInput {
  kind: NomineeKind;
  /** The version that whoever saves it has seen. */
  version: number;
  /** New ones have no id. */
  points: { id?: ChecklistPointId | undefined; text: string; isRequired: boolean }[];
}

/**
 * Saves a list as a new version, unless nothing differs. 409 `checklist_changed` if there is a newer one. Throws
 * `SecondPersonNeeded` if less has to be checked by it: that is the same as to switch the setting off.
 */
export async function saveChecklist(
  db: Db,
  actor: TeamMember,
  { kind, version, points }: ChecklistInput,
  { settings, limits }: { settings: SettingsStore; limits: LimitsOfCall },
): Promise<Checklist[]> {
  demandRight(actor, 'settings.write');
  await db.transaction().execute(async (trx) => {
    // One at a time, so that whoever comes second sees what the first one saved.
    await sql`select pg_advisory_xact_lock(hashtextextended('checklist ' || ${kind}, 0))`.execute(
      trx,
    );
    const newest = await findNewestChecklist(trx, kind);
    if (newest.version !== version) {
      throw new AppError(
        'checklist_changed',
        'Somebody saved this checklist after you opened it, so nothing of yours was saved. Load it again, and repeat your changes.',
      );
    }
    const known = new Set(newest.points.map(({ id }) => id));
    const named = points.map(({ id, text, isRequired }) => ({
      // An id of our own for whatever the list does not have.
      id: id !== undefined && known.delete(id) ? id : newId<ChecklistPointId>(),
      text,
      isRequired,
    }));
    if (isDeepStrictEqual(named, newest.points)) return;
    const { isChecklistRequired } = (await settings.read(trx)).vetting;
    const lessened = newest.points.filter(
      (point) => point.isRequired && !named.some((kept) => isDeepStrictEqual(kept, point)),
    );
    if (isChecklistRequired && lessened.length > 0 && (await limits(trx)) !== null) {
      throw new SecondPersonNeeded([
        { label: 'Checklist', value: nomineeKindNames[kind] },
        ...lessened.map(({ text }) => ({ label: 'Required so far', value: text })),
        ...named.map((point) => ({ label: 'From now on', value: pointInWords(point) })),
      ]);
    }
    await trx
      .insertInto('checklistVersions')
      .values({
        id: newId<ChecklistVersionId>(),
        kind,
        version: version + 1,
        actor: userActor(actor),
        points: JSON.stringify(named),
      })
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'checklist.saved',
      subjectId: 'checklists',
      before: { points: newest.points.map(pointInWords) },
      after: { nomineeKind: kind, version: version + 1, points: named.map(pointInWords) },
    });
  });
  return listChecklists(db);
}

function pointInWords({ text, isRequired }: Pick<ChecklistPoint, 'text' | 'isRequired'>): string {
  return isRequired ? `${text} (required)` : text;
}

/**
 * Begins the checklist of a nomination for a kind of nominee, or takes over the newest version. Points of both keep what
 * was found out, but are to be settled anew if their words differ; of those that are only in the old one, whatever
 * somebody has touched stays and is not required anymore.
 */
export async function beginChecklist(
  db: Db,
  actor: TeamMember,
  { id, kind }: { id: NominationId; kind: NomineeKind },
  settings: SettingsStore,
): Promise<NominationChecklist> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    assertOpenForChecks(await lockNomination(trx, id));
    await assertNoConflict(trx, actor, id);
    const { version, points } = await findNewestChecklist(trx, kind);
    const before = await trx
      .selectFrom('checklists')
      .select(['kind', 'version'])
      .where('nominationId', '=', id)
      .executeTakeFirst();
    if (before?.kind === kind && before.version === version) return;
    const list = { kind, version };
    await trx
      .insertInto('checklists')
      .values({ nominationId: id, ...list })
      .onConflict((conflict) => conflict.column('nominationId').doUpdateSet(list))
      .execute();
    await replacePoints(trx, id, points);
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.checklist_begun',
      subjectId: id,
      ...(before && { before: { nomineeKind: before.kind, version: before.version } }),
      after: { nomineeKind: kind, version },
    });
  });
  return getNominationChecklist(db, id, settings);
}

async function replacePoints(trx: Trx, nominationId: NominationId, points: ChecklistPoint[]) {
  await trx
    .deleteFrom('checklistPoints')
    .where('nominationId', '=', nominationId)
    .where('changedAt', 'is', null)
    .execute();
  await trx
    .updateTable('checklistPoints')
    .set({ isOnList: false })
    .where('nominationId', '=', nominationId)
    .execute();
  if (points.length === 0) return;
  await trx
    .insertInto('checklistPoints')
    .values(
      points.map(({ id, text, isRequired }, index) => ({
        nominationId,
        pointId: id,
        position: index + 1,
        text,
        isRequired,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['nominationId', 'pointId']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        text: row.ref('excluded.text'),
        isRequired: row.ref('excluded.isRequired'),
        isOnList: true,
        // What was found out is about the sentence that was there.
        state: sql<PointState>`case
          when checklist_points.text <> excluded.text and checklist_points.state in ('done', 'not_applicable')
          then 'in_progress' else checklist_points.state end`,
      })),
    )
    .execute();
}

interface PointInput {
  id: NominationId;
  pointId: ChecklistPointId;
  /** The number of changes that whoever changes it has seen. */
  revision: number;
  state: PointState;
  proof: string;
  paperId: FileId | null;
}

/**
 * Notes how far a point is, and how it was proved. The same change sent again is none. 409 if somebody else has changed it
 * meanwhile, once there is a decision, and for whoever has a conflict of interest.
 */
export async function changePoint(
  db: Db,
  actor: TeamMember,
  { id, pointId, revision, ...found }: PointInput,
  settings: SettingsStore,
): Promise<NominationChecklist> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    assertOpenForChecks(await lockNomination(trx, id));
    await assertNoConflict(trx, actor, id);
    const point = await trx
      .selectFrom('checklistPoints')
      .select(['text', 'isRequired', 'state', 'proof', 'fileId', 'revision', 'changedBy'])
      .where('nominationId', '=', id)
      .where('pointId', '=', pointId)
      .executeTakeFirstOrThrow(() => notFound('point'));
    const before = { state: point.state, proof: point.proof, paperId: point.fileId };
    if (samePoint(before, found) && point.changedBy === actor.id) return;
    if (point.revision !== revision) {
      throw new AppError(
        'point_changed',
        `Somebody else has changed “${point.text}” meanwhile, so nothing of yours was saved. Look at it again.`,
      );
    }
    assertProven(point, found);
    if (found.paperId !== null && found.paperId !== point.fileId) {
      await assertUsable(trx, id, actor, [found.paperId]);
    }
    await trx
      .updateTable('checklistPoints')
      .set({
        state: found.state,
        proof: found.proof,
        fileId: found.paperId,
        changedBy: actor.id,
        changedAt: sql<string>`now()`,
        revision: revision + 1,
      })
      .where('nominationId', '=', id)
      .where('pointId', '=', pointId)
      .execute();
    const isProofChanged = before.proof !== found.proof || before.paperId !== found.paperId;
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.point_changed',
      subjectId: id,
      before: { pointState: before.state },
      // Without the proof, which is about people and can be erased.
      after: {
        point: point.text,
        pointState: found.state,
        ...(isProofChanged && { isProofChanged }),
      },
    });
  });
  return getNominationChecklist(db, id, settings);
}
