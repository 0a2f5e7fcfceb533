import type { UserId } from '#contract/ids.ts';
import { isNoteNew } from '#core/vetting/notes.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';

/** Whether somebody may still correct or remove a note: its writer, for some minutes. Later, it is what was known then. */
export function mayChangeNote(
  note: { createdAt: string; createdBy: UserId },
  actor: Pick<TeamMember, 'id' | 'allowed'>,
  now: Date,
): boolean {
  return note.createdBy === actor.id && may(actor, 'money.write') && isNoteNew(note.createdAt, now);
}
