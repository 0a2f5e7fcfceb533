import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// For the types it adds to requests, which the browser tests get from nowhere else.
import type {} from '@fastify/cookie';
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import {
  admin,
  expectAccessible,
  expectFit,
  expectTidy,
  signIn,
  test,
} from '#test/support/browser.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { onRelease } from '#test/support/tier.ts';

/** A data folder of a site that went live after a trial with two donations. */
async function aDataDirAfterATrial(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everycent-after-trial-'));
  const connection = await connectEmbedded(dataDir);
  await migrate(connection);
  await sql`insert into test_donations
      (id, created_at, amount_cents, cause, first_name, last_name, email, allocations) values
    ('00000000-0000-7000-8000-000000000001', '2026-11-01T10:00:00Z', 10000, 'Heating', 'Grace', 'Hopper',
      'grace@example.com', '[{"nominee": "Maria Lopez", "amount": 6000, "spentAmount": 2000}]'),
    ('00000000-0000-7000-8000-000000000002', '2026-11-02T10:00:00Z', 2500, 'Food', 'Ada', 'Lovelace',
      'ada.lovelace@example.com', '[]')`.execute(connection.db);
  await connection.close();
  return dataDir;
}

const rows = (page: Page) => page.getByRole('table', { name: 'Test donations' }).getByRole('row');

test(
  'test donations are listed apart, marked, and removed one by one',
  onRelease,
  async ({ browser }) => {
    // It starts a site of its own.
    test.slow();
    const dataDir = await aDataDirAfterATrial();
    const site = await startServerProcess({
      DATA_DIR: dataDir,
      TAKE_PAYMENTS: 'no',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${site.url}/admin/donations`);
    await signIn(page);
    await expect(page.getByText('There are no donations.')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Trial' })).toBeHidden();
    await page.getByRole('link', { name: 'Test donations' }).click();
    await expect(page.getByRole('heading', { name: 'Test Donations' })).toBeVisible();
    await expect(page.getByText('they are part of no total')).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    const first = rows(page).filter({ hasText: 'Grace Hopper' });
    await expect(first).toContainText('$100.00 (test money)');
    await expect(first).toContainText('Maria Lopez: $60.00, $20.00 of it spent');
    await expectTidy(page, 'test donations');

    await first.getByRole('button', { name: /^Remove the test donation of \$100.00/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Test Donation' });
    await expect(dialog).toContainText('$100.00 of test money by Grace Hopper');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(rows(page)).toHaveCount(3);
    await first.getByRole('button').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(rows(page)).toHaveCount(2);
    await rows(page).getByRole('button').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('There are no test donations.')).toBeVisible();

    await page.goto(`${site.url}/admin/audit`);
    await expect(page.getByRole('row').filter({ hasText: 'Removed a test donation' })).toHaveCount(
      2,
    );
    await page.goto(`${site.url}/admin/donations`);
    await expect(page.getByText('There are no donations.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Test donations' })).toBeHidden();
    await page.goto(site.url);
    await expect(page.getByRole('link', { name: 'Donate' }).first()).toBeVisible();
    await expect(page.getByText('This site is a trial.')).toBeHidden();
    await context.close();
    await site.stop();
    await rm(dataDir, { recursive: true });
  },
);

test('every page of a trial says that it is one', async ({ page }) => {
  const banner = page.getByRole('complementary', { name: 'Trial' });
  for (const path of ['/', '/donate', '/impact', '/gift', '/contact-us']) {
    await page.goto(path);
    await expect(banner).toContainText('No card is charged, and no money on it is real.');
  }
  for (const width of [375, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFit(page, `${width} px`);
    await expect(banner).toBeVisible();
  }
  await expectTidy(page, 'the banner of a trial');
});
