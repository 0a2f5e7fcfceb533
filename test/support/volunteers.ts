import type { VolunteerOfferId } from '#contract/ids.ts';
import { addVolunteer } from '#server/volunteers/commands.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson } from '#test/support/factories.ts';

/** Somebody who called to offer time; returns the id of the offer. */
export async function aVolunteer(
  testApp: TestApp,
  person: Partial<ReturnType<typeof aPerson>> = {},
): Promise<VolunteerOfferId> {
  const { zip: _, ...caller } = { ...aPerson(), ...person };
  const input = { ...caller, nominationId: null, notes: 'On Saturdays' };
  return (await addVolunteer(testApp.db, await anAdministrator(testApp), input, null)).id;
}
