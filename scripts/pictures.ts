import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start.ts';
import { demoLogin, seedDemo } from './demo/seed.ts';
import { findOrInstallChromium } from './find-chromium.ts';

/** `npm run pictures`: takes the pictures of the README, of the demo charity. */

const folder = 'docs/pictures';
const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 760 },
  deviceScaleFactor: 2,
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'everycent-pictures-'));
const port = '3999';
const config = readConfig({ DATA_DIR: dataDir, PORT: port });
const server = await startServer(config, pino({ level: 'warn' }));
await seedDemo(server.connection.db, server.mailer);
const executablePath = findOrInstallChromium();
const browser = await chromium.launch({
  ...(executablePath !== null && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});

await picture('home', { ...desktop, colorScheme: 'light' }, '/');
await picture('donate-phone', { ...phone, colorScheme: 'dark' }, '/donate');
await picture(
  'allocate',
  { ...desktop, colorScheme: 'light' },
  '/admin/nominations',
  async (page) => {
    const row = page.getByRole('row').filter({ hasText: 'Northside Community Pantry' });
    await row.getByRole('button').click();
    await page.getByRole('link', { name: 'Allocate Funds' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: 'Food & Groceries' })
      .first()
      .getByRole('button', { name: /allocate/i })
      .click();
    await page.getByRole('dialog').getByLabel('Amount', { exact: true }).waitFor();
  },
);

await browser.close();
await server.close();
rmSync(dataDir, { recursive: true });
process.stdout.write(`The pictures are in ${folder}.\n`);

async function picture(
  name: string,
  options: BrowserContextOptions,
  path: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (path.startsWith('/admin')) {
    await context.request.post(`${config.publicUrl}/api/auth/login`, { data: demoLogin });
  }
  await page.goto(config.publicUrl + path);
  await page.waitForLoadState('networkidle');
  await prepare(page);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
