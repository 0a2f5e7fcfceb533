import { expect } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import { type CauseId, donationId } from '#contract/ids.ts';
import { expectAccessible, openSignedIn, person, type Site } from '#test/support/browser.ts';
import type { FakeStripe } from '#test/support/fake-stripe.ts';
import { tell, test } from '#test/support/stripe-site.ts';

async function aDonation(site: Site, stripe: FakeStripe, causeId: CauseId, amount: number) {
  const body = { amount, causeId, ...person, email: 'donor@example.com' };
  const { url } = await site.call(createDonation, { body });
  const session = stripe.sessionAt(url);
  await tell(site, stripe.pay(session));
  return { session, id: donationId.parse(session.metadata?.checkoutId) };
}

test('a donation goes to another cause, and money of it is refunded, from its dialog', async ({
  page,
  site,
  stripe,
  watched,
}) => {
  // The refusal of an amount that is too high.
  watched.allowErrors(/409/);
  const wrong = await site.addCause();
  const { id: causeId, name } = await site.addCause();
  const { id } = await aDonation(site, stripe, wrong.id, 5_000);
  await openSignedIn(page, `/admin/donations?id=${id}`);
  await page.getByRole('button', { name: 'Details' }).click();
  const donation = page.getByRole('dialog', { name: 'Manage Donation' });
  await donation.getByRole('button', { name: 'Change the Cause' }).click();
  const change = page.getByRole('dialog', { name: 'Change the Cause' });
  await change.getByRole('button', { name: 'Change the Cause' }).click();
  await expect(change.getByText('Choose a cause', { exact: true }).last()).toBeVisible();
  await expectAccessible(page);
  await change.getByLabel('New cause').selectOption({ label: name });
  await change.getByLabel('How the donor agreed').fill('On the phone');
  await change.getByLabel('Reason').fill('Chose the wrong one');
  await change.getByRole('button', { name: 'Change the Cause' }).click();
  await expect(page.getByText('The cause was changed')).toBeVisible();
  await expect(donation.getByText(new RegExp(`^${wrong.name} until `))).toBeVisible();
  await donation.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund Donation' });
  await expect(refund.getByLabel('Amount')).toHaveValue('50.00');
  await expect(refund.getByLabel('Amount')).toHaveAccessibleDescription('At most $50.00.');
  await expectAccessible(page);
  await refund.getByLabel('Amount').fill('60');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('Required')).toBeVisible();
  await refund.getByLabel('Reason').fill('The donor asked for it');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText('At most $50.00', { exact: true })).toBeVisible();
  await expect(page.getByText('Only $50.00 of this donation can be refunded.')).toBeVisible();
  await refund.getByLabel('Amount').fill('20');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('$20.00 refunded')).toBeVisible();
  const returns = donation.getByRole('table', { name: 'Refunds and disputes' });
  await expect(
    returns.getByRole('row', { name: /Refunded.*The donor asked for it/ }),
  ).toBeVisible();
  await expect(donation.getByText('$30.00')).toBeVisible();
  await expectAccessible(page);
  await expect(donation.getByRole('button', { name: 'Change the Cause' })).toBeDisabled();
  // What is allocated cannot be refunded, and the dialog says so before somebody tries.
  const nominationId = await site.addNomination(causeId, 'Maria Lopez');
  await site.accept(nominationId);
  await site.allocate(id, nominationId, 1_000);
  await page.reload();
  await donation.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(refund.getByLabel('Amount')).toHaveValue('20.00');
  await expect(refund.getByLabel('Amount')).toHaveAccessibleDescription(
    'At most $20.00: of $50.00, $10.00 is allocated and $20.00 went back already.',
  );
  await refund.getByRole('button', { name: 'Close' }).click();
  await donation.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Returned in part/ })).toBeVisible();
  expect(stripe.refunds).toMatchObject([{ amount: 2_000 }]);
});

test('a deficit is shown with advice, and another donation takes over', async ({
  page,
  site,
  stripe,
}) => {
  const { id: causeId } = await site.addCause();
  const { id, session } = await aDonation(site, stripe, causeId, 5_000);
  const other = await aDonation(site, stripe, causeId, 4_000);
  const nominationId = await site.addNomination(causeId, 'Maria Lopez');
  await site.accept(nominationId);
  await site.allocate(id, nominationId, 5_000);
  await tell(site, stripe.dispute(session, 1_500));

  await openSignedIn(page, `/admin/donations?id=${id}&showFullyAllocated=true`);
  await expect(page.getByRole('row', { name: /\$15\.00 missing/ })).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  const donation = page.getByRole('dialog', { name: 'Manage Donation' });
  await expect(donation.getByLabel('Deficit')).toContainText('$15.00 is missing.');
  await expect(donation.getByText('The bank has taken $15.00.')).toBeVisible();
  await expect(donation.getByRole('button', { name: 'Refund' })).toBeDisabled();
  await expectAccessible(page);
  await donation.getByRole('button', { name: 'Release' }).click();
  const release = page.getByRole('dialog', { name: 'Release Allocation' });
  await expect(release).toContainText(
    '$50.00 goes back to the donation: $15.00 covers what is missing there, and $35.00 can be allocated again.',
  );
  await release.getByRole('button', { name: 'Cancel' }).click();
  await donation.getByRole('button', { name: 'Move' }).click();
  const move = page.getByRole('dialog', { name: 'Move to Another Donation' });
  await expect(move.getByLabel('Amount')).toHaveValue('15.00');
  await move.getByLabel('Donation').selectOption({ value: other.id });
  await move.getByLabel('Reason').fill('A disputed payment');
  await expectAccessible(page);
  await move.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('$15.00 moved to the other donation')).toBeVisible();
  await expect(donation.getByLabel('Deficit')).toBeHidden();
  await donation.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('row', { name: /Disputed/ })).toBeVisible();
});
