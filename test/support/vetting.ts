import type { NominationId } from '#contract/ids.ts';
import type { NominationPoint } from '#contract/vetting/checklists.ts';
import type { NomineeKind, PointState } from '#core/vetting/checklists.ts';
import type { Recommendation } from '#core/vetting/reviews.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { beginChecklist, changePoint } from '#server/vetting/checklists/commands.ts';
import { addNominationNote } from '#server/vetting/notes/commands.ts';
import { giveReview } from '#server/vetting/reviews/commands.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator } from '#test/support/factories.ts';

/** Begins the checklist of a nomination as a new administrator; returns its points. */
export async function aBegunChecklist(
  testApp: TestApp,
  id: NominationId,
  kind: NomineeKind = 'person',
): Promise<NominationPoint[]> {
  const actor = await anAdministrator(testApp);
  const { checklist } = await beginChecklist(testApp.db, actor, { id, kind }, testApp.settings);
  return checklist?.points ?? [];
}

/** Notes how far a point is that nobody has changed since it was read. */
export function settlePoint(
  { db, settings }: TestApp,
  actor: TeamMember,
  id: NominationId,
  { id: pointId, revision }: NominationPoint,
  { state = 'done', proof = 'A call' }: { state?: PointState; proof?: string } = {},
) {
  const found = { state, proof, paperId: null };
  return changePoint(db, actor, { id, pointId, revision, ...found }, settings);
}

/** Begins a checklist and settles its required points. */
export async function aCheckedNomination(testApp: TestApp, id: NominationId): Promise<void> {
  const actor = await anAdministrator(testApp);
  for (const point of await aBegunChecklist(testApp, id)) {
    if (point.isRequired) await settlePoint(testApp, actor, id, point);
  }
}

/** Somebody's recommendation. */
export async function aReview(
  testApp: TestApp,
  id: NominationId,
  actor?: TeamMember,
  recommendation: Recommendation = 'for',
  reason = 'I know the street.',
) {
  const reviewer = actor ?? (await anAdministrator(testApp));
  return giveReview(testApp.db, reviewer, { id, recommendation, reason }, testApp.settings);
}

/** A note of a new administrator about a nomination. */
export async function aNominationNote(testApp: TestApp, id: NominationId, text = 'A call') {
  const actor = await anAdministrator(testApp);
  const { db, mailer } = testApp;
  const { notes } = await addNominationNote(db, actor, { id, text, mentions: [] }, mailer);
  const note = notes.at(-1);
  if (!note) throw new Error('Not noted');
  return { id, actor, noteId: note.id };
}
