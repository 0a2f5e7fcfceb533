import type { VolunteerSummary } from '#contract/volunteers/volunteers.ts';

/** The name of somebody who offers time, as far as the reader may see it. */
export function volunteerName({ person }: Pick<VolunteerSummary, 'person'>): string {
  return person === null ? 'A volunteer' : `${person.firstName} ${person.lastName}`;
}
