import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import type { TestApp } from '#test/support/app.ts';
import {
  aCheckout,
  aDonation,
  aNomination,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  aRefund,
} from '#test/support/factories.ts';
import { aDonationToken, aExpense, publishNeed } from '#test/support/proof.ts';
import { mailsQueuedFor } from '#test/support/queued-mail.ts';
import { aPublishedUpdate } from '#test/support/updates.ts';
import { aReceipt } from '#test/support/upload.ts';

/** Everything that can hang on test money: two donations, one of them spent in part, and mail that is held back. */
export async function aTrial(testApp: TestApp) {
  await testApp.db.transaction().execute((trx) => pauseMail(trx, 'For this test.'));
  const [donor, nominator] = [aPerson(), aPerson()];
  const actor = await anAdministrator(testApp);
  const { causeId } = await aPair(testApp, 5_000);
  const donationId = await aDonation(testApp, { causeId, amount: 10_000, person: donor });
  const helpedId = await anAcceptedNomination(testApp, { causeId });
  await anAllocation(testApp, { donationId, nominationId: helpedId, amount: 6_000 });
  const receiptId = await aReceipt(testApp, helpedId);
  await aExpense(testApp, { nominationId: helpedId, amount: 2_000, receiptIds: [receiptId] });
  await sql`update files set is_published = true where id = ${receiptId}`.execute(testApp.db);
  await publishNeed(testApp, helpedId);
  await aPublishedUpdate(testApp, helpedId);
  // The receipt and the update.
  await vi.waitFor(async () => expect(await mailsQueuedFor(testApp, donor.email)).toBe(2), {
    timeout: 60_000,
  });
  const complete = { id: helpedId, action: 'complete' } as const;
  await changeNominationStatus(testApp.db, actor, complete, testApp.mailer);
  const preparedId = await anAcceptedNomination(testApp, { causeId });
  await publishNeed(testApp, preparedId);
  await aNomination(testApp, { causeId, person: nominator });
  await aCheckout(testApp, { causeId });
  const failedAt = new Date().toISOString();
  await aRefund(testApp, donationId, { amountCents: 1, status: 'failed', failedAt });
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(testApp.db);
  return {
    donor,
    nominator,
    donationId,
    helpedId,
    preparedId,
    receiptId,
    token: await aDonationToken(testApp, donationId),
    wentLiveAt: rows[0]?.now ?? '',
  };
}

/** A donation of $25.00 that was paid with real money. */
export async function aRealDonation(testApp: TestApp, person = aPerson()) {
  const sessionId = `cs_live_${randomUUID()}`;
  const payments = {
    ...testApp.payments,
    name: 'stripe' as const,
    takesRealMoney: true,
    startCheckout: async () => ({
      sessionId,
      url: `https://pay.example/${sessionId}`,
      isReal: true,
    }),
  };
  return aDonation({ ...testApp, payments }, { amount: 2_500, person });
}
