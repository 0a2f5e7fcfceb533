import type { NominationId } from '#contract/ids.ts';
import type {
  Checklist,
  NominationChecklist,
  NominationPoint,
} from '#contract/vetting/checklists.ts';
import { nomineeKinds } from '#core/vetting/checklists.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { memberNameBy, userNameOf } from '#server/platform/db/user-names.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { defaultPoints, findNewestChecklist } from '#server/vetting/checklists/newest-checklist.ts';
import { findPapers } from '#server/vetting/papers/queries.ts';
import { findNomination, isOpenForChecks } from '#server/vetting/reviews/lock-nomination.ts';

/** The list of each kind of nominee, with all of its versions. */
export async function listChecklists(db: Db): Promise<Checklist[]> {
  const saved = await db
    .selectFrom('checklistVersions')
    .select([
      'kind',
      'version',
      'checklistVersions.createdAt',
      'points',
      memberNameBy('actor').as('actor'),
    ])
    .orderBy('version', 'desc')
    .execute();
  return nomineeKinds.map((kind) => {
    const versions = saved
      .filter((version) => version.kind === kind)
      .map(({ kind: _, ...version }) => version);
    const { version, points } = versions[0] ?? { version: 0, points: defaultPoints(kind) };
    return { kind, version, points, versions };
  });
}

/** How far the checklist of a nomination is. 404 for an unknown nomination. */
export async function getNominationChecklist(
  db: Db,
  id: NominationId,
  settings: SettingsStore,
): Promise<NominationChecklist> {
  const nomination = await findNomination(db, id);
  const { isChecklistRequired: isRequired } = (await settings.read(db)).vetting;
  const isOpen = isOpenForChecks(nomination);
  const begun = await db
    .selectFrom('checklists')
    .select(['kind', 'version'])
    .where('nominationId', '=', id)
    .executeTakeFirst();
  if (!begun) return { isRequired, isOpen, checklist: null };
  const { version: newestVersion } = await findNewestChecklist(db, begun.kind);
  const points = await findPoints(db, id);
  return { isRequired, isOpen, checklist: { ...begun, newestVersion, points } };
}

async function findPoints(db: Db, id: NominationId): Promise<NominationPoint[]> {
  const points = await db
    .selectFrom('checklistPoints')
    .select([
      'pointId as id',
      'text',
      'isRequired',
      'isOnList',
      'state',
      'proof',
      'fileId',
      'changedAt',
      'revision',
      userNameOf('changedBy').as('changedBy'),
    ])
    .where('nominationId', '=', id)
    .orderBy('isOnList', 'desc')
    .orderBy('position')
    .execute();
  const papers = await findPapers(
    db,
    points.flatMap(({ fileId }) => fileId ?? []),
  );
  return points.map(({ fileId, ...point }) => ({
    ...point,
    paper: fileId === null ? null : (papers.get(fileId) ?? null),
  }));
}
