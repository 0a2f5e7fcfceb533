/** How long a note of the team can be corrected by its writer, in minutes. */
export const noteMinutes = 15;

/** Whether a note is so new that its writer may still correct it. Later, it is what was known then. */
export function isNoteNew(createdAt: string, now: Date): boolean {
  return now.getTime() - new Date(createdAt).getTime() < noteMinutes * 60_000;
}
