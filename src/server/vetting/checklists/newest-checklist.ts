import { type ChecklistPoint, checklistPoint } from '#contract/vetting/checklists.ts';
import { defaultChecklists, type NomineeKind } from '#core/vetting/checklists.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** The list that counts for a kind of nominee; as long as nobody has saved one, that which everybody begins with. */
export async function findNewestChecklist(
  db: Db,
  kind: NomineeKind,
): Promise<{ version: number; points: ChecklistPoint[] }> {
  const saved = await db
    .selectFrom('checklistVersions')
    .select(['version', 'points'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return saved ?? { version: 0, points: defaultPoints(kind) };
}

/** The list that everybody begins with. */
export function defaultPoints(kind: NomineeKind): ChecklistPoint[] {
  return defaultChecklists[kind].map((point) => checklistPoint.parse(point));
}
