import type { InKindDonationId } from '#contract/ids.ts';
import { recordInKindDonation } from '#server/giving/in-kind/commands.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson } from '#test/support/factories.ts';

/** What somebody types to record things, from somebody whom nobody else knows. */
export function thingsFromSomebody() {
  const { firstName, lastName, email } = aPerson();
  return {
    firstName,
    lastName,
    email,
    description: 'Two winter coats',
    receivedOn: '2026-01-15',
    valueFrom: 'donor' as const,
    publicText: '',
  };
}

/** A recorded donation in kind; returns its id. */
export async function anInKindDonation(testApp: TestApp): Promise<InKindDonationId> {
  const { db, mailer } = testApp;
  const actor = await anAdministrator(testApp);
  const services = { mailer, isReal: false };
  return (await recordInKindDonation(db, actor, thingsFromSomebody(), null, services)).id;
}
