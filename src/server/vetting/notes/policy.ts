import type { UserId } from '#contract/ids.ts';
import { isNoteNew } from '#core/vetting/notes.ts';
import { may, type TeamMember } from '#server/platform/actor.ts';

interface Note {
  createdAt: string;
  createdBy: UserId;
  removedAt: string | null;
}

/** Whether somebody may still correct a note: its writer, for some minutes. Later, it is what was known then. */
export function mayChangeNote(note: Note, actor: Pick<TeamMember, 'id' | 'allowed'>, now: Date) {
  return (
    note.removedAt === null &&
    note.createdBy === actor.id &&
    may(actor, 'nominations.decide') &&
    isNoteNew(note.createdAt, now)
  );
}

/** Whether somebody may remove the words of a note: its writer at any time, and owners, because words may hurt. */
export function mayRemoveNote(note: Note, actor: Pick<TeamMember, 'id' | 'allowed'>): boolean {
  return (
    note.removedAt === null &&
    may(actor, 'nominations.decide') &&
    (note.createdBy === actor.id || may(actor, 'people.write'))
  );
}
