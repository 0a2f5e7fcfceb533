import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { pino } from 'pino';
import { readConfig } from '#server/platform/config.ts';
import { startServer } from '#server/start.ts';
import { demoLogin, seedDemo } from './demo/seed.ts';
import { findOrInstallChromium } from './find-chromium.ts';

/**
 * `npm run pictures [-- FOLDER]`: takes the pictures of the README and of the site itself, of the demo charity.
 * With a folder, all of them go there, for a review before they replace the current ones.
 */

const folder = process.argv[2] ?? 'docs/pictures';
const publicFolder = process.argv[2] ?? 'src/web/public';
const phone: BrowserContextOptions = {
  viewport: { width: 375, height: 760 },
  deviceScaleFactor: 2,
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

mkdirSync(folder, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'everycent-pictures-'));
const config = readConfig({ DATA_DIR: dataDir, PORT: process.env.PORT ?? '3999' });
// No picture shows the cookie banner.
const bannerRead = { name: 'CookieConsent', value: 'true', url: config.publicUrl };
const server = await startServer(config, pino({ level: 'warn' }));
await seedDemo(server, (sentence) => process.stdout.write(`${sentence}\n`));
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

await picture('need', { viewport: { width: 1100, height: 1640 } }, '/impact', async (page) => {
  await page.getByRole('link', { name: 'A ramp to come home on' }).click();
  await page.getByRole('heading', { name: 'A ramp to come home on' }).waitFor();
  const cover = page.getByRole('img', { name: 'wheelchair' });
  await cover.evaluate('(image) => image.decode()');
});

await sharePicture();
await touchIcon();

await browser.close();
await server.close();
rmSync(dataDir, { recursive: true });
process.stdout.write(
  `The pictures are in ${[...new Set([folder, publicFolder])].join(' and ')}.\n`,
);

async function picture(
  name: string,
  options: BrowserContextOptions,
  path: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  await context.addCookies([bannerRead]);
  const page = await context.newPage();
  if (path.startsWith('/admin')) {
    await context.request.post(`${config.publicUrl}/api/auth/login`, { data: demoLogin });
  }
  await page.goto(config.publicUrl + path);
  await page.waitForLoadState('networkidle');
  await prepare(page);
  await page.waitForLoadState('networkidle');
  // Waiting for the content of a dialog does not cover its fade-in.
  await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

/** The preview of a shared link: the top of the home page, without the header that names one charity. */
async function sharePicture(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.context().addCookies([bannerRead]);
  await page.goto(config.publicUrl);
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({
    content: 'body { overflow: hidden } header, section + section { display: none }',
  });
  await page.screenshot({ path: join(publicFolder, 'share.png') });
  await page.close();
}

/** The site's logo for a phone's home screen, which does not support SVG. */
async function touchIcon(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 180, height: 180 } });
  const icon = readFileSync('src/web/public/favicon.svg', 'utf8');
  await page.setContent(
    `<style>body{margin:0;background:#faf6ee;display:grid;place-items:center;height:180px}svg{width:140px}</style>${icon}`,
  );
  await page.screenshot({ path: join(publicFolder, 'apple-touch-icon.png') });
  await page.close();
}
