import { expect } from '@playwright/test';
import { expectFit, fillInPerson, openSignedIn, test } from '#test/support/browser.ts';
import { onRelease } from '#test/support/tier.ts';

const stories = {
  JPY: {
    keys: '12345',
    typed: '¥12,345',
    preset: '¥2,500',
    plain: '12345',
    part: '6001',
    allocated: '¥6,001',
    left: '¥6,344',
    refunded: '¥6,344',
    wrong: '60.01',
    example: 'Enter an amount, such as 1250',
    axis: /^¥\d+(\.\d)?K?$/,
  },
  KWD: {
    keys: '12340',
    typed: 'KWD 12.340',
    preset: 'KWD 2.500',
    plain: '12.340',
    part: '6.001',
    allocated: 'KWD 6.001',
    left: 'KWD 6.339',
    refunded: 'KWD 6.330',
    wrong: '6.0011',
    example: 'Enter an amount, such as 1.250',
    axis: /^KWD\s\d+(\.\d)?$/,
  },
};

/** In a value, the space after a code does not break; in a text, every space counts as one. */
const asValue = (text: string) => text.replace(' ', '\u00a0');

for (const [currency, story] of Object.entries(stories)) {
  // The one with other decimals and no last fils on each change, both before a release.
  test.describe(currency, currency === 'JPY' ? onRelease : {}, () => {
    test.use({ siteEnv: { CURRENCY: currency } });

    test(`in ${currency}, money is typed, shown, and allocated with the decimals of its currency`, async ({
      page,
      site,
      watched,
    }) => {
      // The refusal of an amount that no card can pay.
      watched.allowErrors(/status of 400/);
      const cause = await site.addCause();
      const nominee = `Maria of ${currency}`;
      await site.accept(await site.addNomination(cause.id, nominee));

      await test.step('a donor types an amount, on a narrow phone', async () => {
        await page.setViewportSize({ width: 375, height: 800 });
        await page.goto('/donate');
        await expectFit(page);
        await page.getByRole('link', { name: story.preset, exact: true }).click();
        const amount = page.getByLabel('Amount');
        await expect(amount).toHaveValue(asValue(story.preset));
        await amount.fill('');
        await amount.pressSequentially(story.keys);
        await expect(amount).toHaveValue(asValue(story.typed));
        await page.getByLabel('Cause').selectOption(cause.name);
        await fillInPerson(page, `donor-in-${currency}@example.com`);
        await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
        await expect(page.getByText(story.typed)).toBeVisible();
        await page.getByRole('button', { name: 'Pay', exact: true }).click();
        await expect(page).toHaveURL(/\/donate\?status=success$/);
        await expect(page.getByText(story.typed).first()).toBeVisible();
        await expect(page.locator('body')).not.toContainText('$');
      });

      await test.step('the team allocates a part', async () => {
        await page.setViewportSize({ width: 1280, height: 900 });
        await openSignedIn(page, '/admin/nominations');
        await page
          .getByRole('row')
          .filter({ hasText: nominee })
          .getByRole('button', { name: /manage/i })
          .click();
        await page.getByRole('dialog').getByRole('link', { name: 'Allocate Funds' }).click();
        const row = page.getByRole('row').filter({ hasText: cause.name });
        await row.getByRole('button', { name: /allocate/i }).click();
        const dialog = page.getByRole('dialog');
        const amount = dialog.getByLabel('Amount', { exact: true });
        await expect(amount).toHaveValue(story.plain);
        await amount.fill(story.wrong);
        await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
        await expect(dialog.getByText(story.example)).toBeVisible();
        await amount.fill(story.part);
        await dialog.getByRole('button', { name: 'Allocate Funds' }).click();
        await expect(page.getByText(`${story.allocated} successfully allocated`)).toBeVisible();
        await expect(row).toContainText(story.left);
      });

      await test.step('the rest is refunded, in test money', async () => {
        await page
          .getByRole('row')
          .filter({ hasText: cause.name })
          .getByRole('button', { name: 'Details' })
          .click();
        const donation = page.getByRole('dialog', { name: 'Manage Donation' });
        await donation.getByRole('button', { name: 'Refund' }).click();
        const dialog = page.getByRole('dialog', { name: 'Refund Donation' });
        await dialog.getByLabel('Reason').fill('Given by mistake');
        if (currency === 'KWD') {
          await dialog.getByRole('button', { name: 'Refund' }).click();
          // No card can be given the last fils back.
          await expect(dialog.getByText('Must be a multiple of KWD 0.010')).toBeVisible();
          await dialog.getByLabel('Amount').fill(story.refunded.replace('KWD ', ''));
        }
        await dialog.getByRole('button', { name: 'Refund' }).click();
        await expect(page.getByText(`${story.refunded} refunded`)).toBeVisible();
        await expect(dialog).toBeHidden();
        await donation.getByRole('button', { name: 'Close' }).click();
        await expect(donation).toBeHidden();
      });

      await test.step('charts and public pages show it', async () => {
        await page.goto('/admin');
        const chart = page.getByRole('figure', { name: 'Giving' }).locator('svg').first();
        const ticks = chart.locator('text').filter({ hasText: story.axis });
        await expect(ticks.first()).toBeVisible();
        // None is cut off at the side.
        const left = (await chart.boundingBox())?.x ?? 0;
        for (const tick of await ticks.all()) {
          expect((await tick.boundingBox())?.x).toBeGreaterThanOrEqual(left);
        }
        await expect(page.locator('body')).not.toContainText('$');
        await page.goto('/impact');
        await expect(page.getByText(story.typed).first()).toBeVisible();
        await expect(page.getByRole('table').first()).toContainText(story.allocated);
        await expect(page.locator('body')).not.toContainText('$');
        await page.goto('/admin/settings/donations');
        await expect(page.getByLabel('Amounts on the donation form')).toHaveValue(
          currency === 'KWD' ? '2.500, 5, 10, 25' : '2500, 5000, 10000, 25000',
        );
      });
    });
  });
}
