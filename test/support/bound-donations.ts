import { sql } from 'kysely';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { publish, savePublicPage } from '#server/publishing/public-pages/commands.ts';
import type { TestApp } from '#test/support/app.ts';
import {
  aCause,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  payCheckout,
} from '#test/support/factories.ts';

/** An accepted need with a public page of this name, to which anybody can give. */
export async function aPublicNeed(
  testApp: TestApp,
  { causeId, name = 'A warm room' }: { causeId?: CauseId; name?: string } = {},
): Promise<{ id: NominationId; causeId: CauseId }> {
  const cause = causeId ?? (await aCause(testApp)).id;
  const id = await anAcceptedNomination(testApp, { causeId: cause });
  const actor = await anAdministrator(testApp);
  const page = { publicName: name, summary: 'It is cold.', story: 'It is.', coverFileId: null };
  await savePublicPage(testApp.db, actor, { nominationId: id, ...page });
  await publish(testApp.db, actor, id);
  return { id, causeId: cause };
}

/** A checkout for a need that nobody has paid yet; returns its id. */
export async function aBoundCheckout(
  testApp: TestApp,
  need: { id: NominationId; causeId: CauseId },
  { amount = 10_000, person = aPerson() } = {},
): Promise<DonationId> {
  const { db, config, payments } = testApp;
  const details = { description: '', isAvailableToVolunteerTime: false, ...person };
  const { id } = await startDonation(
    db,
    { network: null, site: null },
    { amount, causeId: need.causeId, needId: need.id, ...details },
    newId(),
    { ...config.donation, settings: testApp.settings.current() },
    payments,
  );
  return id;
}

/** A paid donation for a need; returns its id. */
export async function aBoundDonation(
  testApp: TestApp,
  need: { id: NominationId; causeId: CauseId },
  options: Parameters<typeof aBoundCheckout>[2] = {},
): Promise<DonationId> {
  const { amount = 10_000 } = options;
  const id = await aBoundCheckout(testApp, need, { ...options, amount });
  await payCheckout(testApp, id, amount);
  return id;
}

/** As if ten minutes had passed: no decision about a nomination can be undone anymore. */
export async function endGraceOf({ db }: TestApp, id: NominationId): Promise<void> {
  await sql`update nomination_decisions set undoable_until = now() - interval '1 second'
    where nomination_id = ${id}`.execute(db);
}
