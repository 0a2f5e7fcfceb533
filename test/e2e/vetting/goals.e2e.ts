import { expect } from '@playwright/test';
import { setGoal } from '#contract/vetting/nominations.ts';
import { expectAccessible, openSignedIn, test, unique } from '#test/support/browser.ts';

test('a goal is set with the acceptance, changed, and removed', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const nominee = unique('Nominee');
  const id = await site.addNomination(causeId, nominee);
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  // Nobody accepts without having seen it, however long the dialog is.
  await page.setViewportSize({ width: 375, height: 667 });
  await expect(dialog.getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 0.99 });
  await expect(dialog.getByLabel('Goal (optional)')).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(dialog.getByLabel('Goal (optional)')).toBeInViewport({ ratio: 0.99 });
  await dialog.getByLabel('Goal (optional)').fill('0');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toContainText('Must be more than zero');
  await expectAccessible(page);
  await dialog.getByLabel('Goal (optional)').fill('500');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toContainText('$500.00, $500.00 missing');
  await dialog.getByRole('button', { name: 'Change Goal' }).click();
  const goal = page.getByRole('dialog', { name: 'Goal', exact: true });
  await expect(goal.getByLabel('Goal')).toHaveValue('500.00');
  await expectAccessible(page);
  await goal.getByLabel('Goal').fill('750');
  await goal.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${nominee}: Goal set to $750.00`)).toBeVisible();
  await expect(goal).toBeHidden();
  await expect(dialog).toContainText('$750.00, $750.00 missing');

  await page.goto(`/admin/nominations/${id}`);
  await expect(page.locator('main')).toContainText('Goal$750.00$750.00 missing');
  await page.getByRole('button', { name: 'Change Goal' }).click();
  await goal.getByLabel('Goal').fill('');
  await goal.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Set Goal' })).toBeVisible();
});

test('an allocation starts with what is available, and goes beyond the goal only if that is meant', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 10_000);
  const id = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(id);
  await site.call(setGoal, { params: { id }, body: { goalAmount: 4_000 } });
  await openSignedIn(page, `/admin/nominations?donationId=${donationId}&causeId=${causeId}`);
  await expect(page.getByRole('row').last()).toContainText('$0.00of $40.00, $40.00 missing');
  await page.getByRole('button', { name: 'Allocate', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Allocate Funds' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00');
  await expect(dialog).toContainText('Goal $40.00, $40.00 missing');
  await expect(dialog.getByLabel('Allocate $60.00 more than the goal')).not.toBeChecked();
  // What is not there at all is no question of the goal.
  await dialog.getByLabel('Amount').fill('9999');
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(dialog).toContainText('At most $100.00');
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await dialog.getByLabel('Amount').fill('45.50');
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(dialog).toContainText('Check this, or allocate less');
  await expectAccessible(page);
  await dialog.getByLabel('Allocate $5.50 more than the goal').check();
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(page.getByText('$45.50 successfully allocated')).toBeVisible();
  await expect(page.getByRole('row').last()).toContainText('$45.50of $40.00, reached');
});

test('an allocation that passes the goal only since the dialog was opened is asked about, too', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 10_000);
  const id = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(id);
  await site.call(setGoal, { params: { id }, body: { goalAmount: 4_000 } });
  await openSignedIn(page, `/admin/nominations?donationId=${donationId}&allocate=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Allocate Funds' });
  await dialog.getByLabel('Amount').fill('40');
  await site.allocate(donationId, id, 1_000);
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(page.getByText('$30.00 of it is missing').first()).toBeVisible();
  await dialog.getByLabel('Allocate $10.00 more than the goal').check();
  await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(page.getByText('$40.00 successfully allocated')).toBeVisible();
});
