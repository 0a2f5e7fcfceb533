import { describe, expect, test } from 'vitest';
import { createAllocation, releaseAllocation } from '#contract/allocations.ts';
import { getDonation } from '#contract/donations.ts';
import { getNomination, updateNomination } from '#contract/nominations.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aDonation,
  aNomination,
  anAcceptedNomination,
  aPair,
  signIn,
} from '#test/support/factories.ts';

const testApp = useTestApp();

describe('allocating', () => {
  test('moves money from the donation to the nomination', async () => {
    const cookie = await signIn(testApp);
    const { donationId, nominationId } = await aPair(testApp, 10_000);
    const { status, body } = await testApp.call(createAllocation, {
      cookie,
      body: { amount: 4_000, donationId, nominationId },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ amount: 4_000, donationId, nominationId });

    const donation = await testApp.call(getDonation, { cookie, params: { id: donationId } });
    expect(donation.body).toMatchObject({
      availableAmount: 6_000,
      allocations: [{ amount: 4_000 }],
    });
    const nomination = await testApp.call(getNomination, { cookie, params: { id: nominationId } });
    expect(nomination.body).toMatchObject({
      allocatedAmount: 4_000,
      allocations: [{ amount: 4_000, donation: { id: donationId } }],
    });
  });
});
