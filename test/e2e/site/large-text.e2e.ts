import { expect } from '@playwright/test';
import { expectFit, openSignedIn, test } from '#test/support/browser.ts';
import { documentPages } from '#test/support/pages.ts';
import { aNeedToLookAt } from '#test/support/proven-need.ts';

test('text of double size fits on a phone, and the cookie notice leaves room for it', async ({
  page,
  site,
  watched,
  keep,
}) => {
  watched.allowErrors(/status of 404/);
  const { id } = await aNeedToLookAt(keep, site);
  await page.setViewportSize({ width: 375, height: 812 });
  for (const path of [...documentPages, `/impact/${id}`, '/my-gifts']) {
    await page.goto(path);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await expectFit(page, path);
    const notice = page.getByRole('region', { name: 'Cookies' });
    expect((await notice.boundingBox())?.height, path).toBeLessThanOrEqual(0.4 * 812);
    await expect(notice.getByRole('button')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Menu' })).toBeInViewport({ ratio: 1 });
    const lines = page
      .getByRole('banner')
      .getByText('Everycent', { exact: true })
      .evaluate((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getClientRects().length;
      });
    expect(await lines, `the name on ${path}`).toBe(1);
  }
});

test('text of double size fits on a tablet in the admin area, where only a list scrolls sideways', async ({
  page,
  site,
  keep,
}) => {
  await aNeedToLookAt(keep, site);
  await page.setViewportSize({ width: 820, height: 1180 });
  await openSignedIn(page, '/admin');
  for (const path of ['/admin/nominations', '/admin/donations']) {
    await page.goto(path);
    await expect(page.getByRole('table')).toBeVisible();
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    // The keyboard brings what is out of sight into view.
    const button = page.getByRole('row').nth(1).getByRole('button').first();
    await expect(async () => {
      await button.blur();
      await button.focus();
      await expect(button).toBeInViewport({ ratio: 0.99, timeout: 1_000 });
    }).toPass();
    await expectFit(page, path);
  }
});
