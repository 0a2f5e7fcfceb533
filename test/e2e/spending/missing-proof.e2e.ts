import { expect } from '@playwright/test';
import { expectAccessible, expectTidy, openSignedIn, test, unique } from '#test/support/browser.ts';
import { onRelease } from '#test/support/tier.ts';

test('missing proof is listed, links to where it can be added, and is readable on a phone', async ({
  page,
  site,
}) => {
  const cause = await site.addCause();
  const nominee = unique('Maria Lopez');
  const id = await site.addNomination(cause.id, nominee);
  await site.accept(id);
  await site.allocate(await site.addDonation(cause.id, 50_000), id, 30_000);
  await page.setViewportSize({ width: 375, height: 800 });
  await openSignedIn(page, '/admin/proof');
  const row = page.getByRole('row').filter({ hasText: nominee });
  await expect(row).toContainText('No expense recorded yet');
  await expect(row).toContainText('$300.00');
  await expect(row).toContainText(cause.name);
  await expect(
    page.getByText(
      /^\$[\d,.]+ is allocated and not spent yet, or spent without proof that everyone can see\. The oldest part has been waiting for \d+ days?\./,
    ),
  ).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectTidy(page, 'missing proof');
  await row.getByRole('link', { name: nominee }).click();
  await expect(page.getByRole('heading', { name: nominee })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/nominations/${id}$`));
});

test(
  'it shows that it is loading, what could not be loaded, and that nothing is missing',
  onRelease,
  async ({ page, watched }) => {
    watched.allowErrors(/status of 500/);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/proof/, async (route) => {
      await released;
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } });
    });
    await openSignedIn(page, '/admin/proof');
    await expect(page.getByText('Loading missing proof.')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByText('The missing proof could not be loaded.')).toBeVisible();
    await expect(page.getByText('The total could not be loaded.')).toBeVisible();
    await expectAccessible(page);

    await page.unroute(/\/api\/proof/);
    await page.route(/\/api\/proof/, (route) =>
      route.fulfill({
        json: route.request().url().includes('summary')
          ? { count: 0, amount: 0, oldestDays: 0 }
          : [],
      }),
    );
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Every allocated cent is spent')).toBeVisible();
    await expect(page.getByText('No proof is missing.')).toBeVisible();
    await expectAccessible(page);
  },
);
