import { chromium, type Locator, type Page } from '@playwright/test';
import { adminPaths } from '#contract/admin-pages.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { signInPaths } from '#contract/pages.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { demoLogin, seedDemo } from '../../scripts/demo/seed.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { type Client, createClient, signIn } from '../support/client.ts';
import { say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description = 'clicks and keys that everyday tasks of the team take, on the demo';

/** Clicks and keys as a person makes them. */
interface Hands {
  page: Page;
  click(target: Locator): Promise<void>;
  type(into: Locator, text: string): Promise<void>;
}

const cause = 'Ten Donations';
const nominee = 'Rosa Marchetti';
const donor = { firstName: 'Ingrid', lastName: 'Vestergaard', email: 'ingrid@example.com' };
const contact = { phone: '555-0100', zip: '10001' };

/** What somebody does, from the dashboard until the page says that it is done. */
const tasks: Record<string, (hands: Hands) => Promise<void>> = {
  async 'Allocate the ten oldest donations of a cause to a need'({ page, click }) {
    await click(link(page, 'Nominations'));
    await click(page.getByRole('row', { name: nominee }).getByRole('button').first());
    await click(page.getByRole('button', { name: 'Allocate the Oldest' }));
    const dialog = page.getByRole('dialog', { name: 'Allocate the Oldest Donations' });
    await click(dialog.getByRole('button', { name: 'Allocate $250.00' }));
    await dialog.getByText('got $250.00 from 10 donations').waitFor();
  },
  async 'Find a donor, and send the receipt again'({ page, click, type }) {
    await click(link(page, 'Donors'));
    await type(page.getByLabel('Find a donor'), 'vesterg');
    await click(page.getByRole('link', { name: donor.lastName }));
    const donations = page.getByRole('table', { name: 'Donations of this donor' });
    await click(donations.getByRole('link').first());
    await click(page.getByRole('button', { name: 'Send the Receipt Again' }));
    const question = page.getByRole('dialog', { name: 'Send the Receipt Again' });
    await click(question.getByRole('button', { name: 'Send' }));
    await page.getByText('is on its way to the donor', { exact: false }).first().waitFor();
  },
  async 'Correct a typo in a name'({ page, click, type }) {
    await click(link(page, 'Donors'));
    await type(page.getByLabel('Find a donor'), 'vesterg');
    await click(page.getByRole('link', { name: donor.lastName }));
    await click(page.getByRole('button', { name: 'Correct Name or Address' }));
    const form = page.getByRole('dialog', { name: 'Correct Name or Address' });
    await type(form.getByLabel('Last Name'), 'Vestergård');
    await click(form.getByRole('button', { name: 'Save Changes' }));
    await form.waitFor({ state: 'hidden' });
  },
  async 'Export the donations of a year'({ page, click, type }) {
    const year = new Date().getFullYear();
    await click(link(page, 'Donations'));
    await type(page.getByLabel('From'), `${year}-01-01`);
    await type(page.getByLabel('To', { exact: true }), `${year}-12-31`);
    await click(page.getByLabel('Show Fully Allocated'));
    await click(page.getByRole('button', { name: 'Export' }));
    const dialog = page.getByRole('dialog', { name: 'Export Donations' });
    const file = page.waitForEvent('download');
    await click(dialog.getByRole('button', { name: 'Download' }));
    await file;
  },
  async 'Invite a colleague who only reads'({ page, click, type }) {
    await click(link(page, 'Users'));
    await click(page.getByRole('button', { name: 'Add User' }));
    const form = page.getByRole('form', { name: 'Add a user' });
    await type(form.getByLabel('First Name'), 'Ada');
    await type(form.getByLabel('Last Name'), 'Byron');
    await type(form.getByLabel('Email'), 'ada@example.com');
    await click(form.getByLabel('Owner'));
    await click(form.getByLabel('Viewer'));
    await click(form.getByRole('button', { name: 'Add User' }));
    await page.getByRole('row', { name: 'ada@example.com' }).waitFor();
  },
};

/** `npm run bench -- team-tasks`: each task once in a window of 1440 px. Typing into a field takes a click. */
export async function run(): Promise<void> {
  buildWeb();
  const executablePath = findChromium({ asPeopleHave: true });
  if (executablePath === null) throw new Error('There is no Chromium.');
  const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const server = await openServer('embedded', serveWeb, nobody);
  await seedDemo(server, say);
  await addWork(createClient(server.url, await signIn(server.url, demoLogin)));

  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  cleanUpLater(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // Nothing is measured in seconds here.
  page.setDefaultTimeout(120_000);
  await page.goto(`${server.url}${signInPaths.login}`);
  await page.getByLabel('Email Address').fill(demoLogin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoLogin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname !== signInPaths.login);

  const rows: (string | number)[][] = [];
  for (const [name, doIt] of Object.entries(tasks)) {
    await page.goto(`${server.url}${adminPaths.dashboard}`);
    const counted = { clicks: 0, keys: 0 };
    const click = async (target: Locator) => {
      counted.clicks++;
      await target.click();
    };
    const type = async (into: Locator, text: string) => {
      counted.clicks++;
      counted.keys += text.length;
      await into.fill(text);
    };
    await doIt({ page, click, type });
    rows.push([name, counted.clicks, counted.keys]);
  }
  sayTable(['from the dashboard', 'clicks', 'keys'], rows);
}

/** A need that ten donations can pay for, and somebody whose receipt got lost. */
async function addWork(client: Client): Promise<void> {
  const { id: causeId } = await read(await client.post(createCause.path, { name: cause }));
  for (let count = 0; count < 10; count++) {
    const donation = { amount: 2_500, causeId, ...donor, ...contact };
    const { url } = await read(await client.post(createDonation.path, donation));
    await client.pay(url);
  }
  const nomination = {
    causeId,
    nominee,
    description: 'Her oven broke, and she bakes for the whole street.',
    ...donor,
    ...contact,
  };
  const { id } = await read(await client.post(createNomination.path, nomination));
  const path = updateNomination.path.replace(':id', id);
  await read(await client.post(path, { isAccepted: true, goalAmount: 25_000 }));
}

async function read(response: Response): Promise<{ id: string; url: string }> {
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { id: string; url: string };
}

function link(page: Page, name: string): Locator {
  return page.getByRole('navigation').getByRole('link', { name, exact: true });
}
