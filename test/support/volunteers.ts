import type { NominationId, VolunteerOfferId } from '#contract/ids.ts';
import { addVolunteer } from '#server/volunteers/commands.ts';
import { recordHours } from '#server/volunteers/record-hours.ts';
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

/** Hours of a new volunteer that nobody has confirmed, and somebody who may. */
export async function someHours(testApp: TestApp, nominationId: NominationId | null = null) {
  const [id, actor] = [await aVolunteer(testApp), await anAdministrator(testApp)];
  const work = { day: '2026-01-02', minutes: 60, what: 'Drove', isConfirmed: false, nominationId };
  const { db, settings } = testApp;
  const hours = await recordHours(db, actor, { id, ...work }, null, settings);
  return { id, hoursId: hours.id, actor };
}
