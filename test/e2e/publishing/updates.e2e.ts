import { rm } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { NominationId, UpdateId } from '#contract/ids.ts';
import { createUpdate, listUpdates, publishUpdate } from '#contract/publishing/updates.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import {
  expectAccessible,
  openSignedIn,
  type Site,
  signIn,
  startSite,
  test,
} from '#test/support/browser.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';
import { picture } from '#test/support/sample-files.ts';
import { onRelease } from '#test/support/tier.ts';

const workspace = (id: string) => `/admin/nominations/${id}?open=all`;
const section = (page: Page) => page.getByRole('region', { name: 'Updates' });
const items = (page: Page) =>
  section(page).getByRole('list', { name: 'Updates' }).getByRole('listitem');
const mailFrame = (page: Page) => page.frameLocator('iframe[title="The email"]');

async function aDraft(site: Site, nominationId: NominationId, title: string): Promise<UpdateId> {
  const body = { kind: 'progress' as const, title, text: 'It is warm.', fileIds: [] };
  return (await site.call(createUpdate, { params: { id: nominationId }, body })).id;
}

/** Playwright would also run its own script in the frame of the email, and a link there opens nothing. */
const refused = /Blocked (script execution in 'about:srcdoc'|opening)/;

test('an update is written, previewed, published, emailed, and read', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(refused);
  const { id, photoId } = await aProvenNeed(site);
  await site.upload(id, 'photo', await picture('jpeg', { background: '#b98' }));
  await openSignedIn(page, workspace(id));
  const dialog = page.getByRole('dialog', { name: 'As Donors Will See It' });
  const form = section(page).getByRole('form');

  await test.step('it is written, and kept where the page is left', async () => {
    await section(page).getByRole('button', { name: 'Write an Update' }).click();
    await expect(form.getByLabel('Kind of update')).toBeFocused();
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await expect(form.getByText('Required')).toHaveCount(2);
    await expectAccessible(page);
    await form.getByLabel('Kind of update').selectOption('Completed');
    await form.getByLabel('Title').fill('The furnace runs');
    await form.getByLabel('Text').fill('It was installed on Monday.\n\nThank you!');
    await form.getByLabel(/Photo added/).check();
    await form.getByLabel(/The furnace/).check();
    await page.reload();
    await expect(form.getByLabel('Text')).toHaveValue('It was installed on Monday.\n\nThank you!');
    await expect(form.getByLabel(/Photo added/)).toBeChecked();
  });

  await test.step('the preview says what is missing', async () => {
    await form.getByRole('button', { name: 'Save and Preview' }).dblclick();
    await expect(dialog).toContainText('Publish a photo first, or remove it from this update.');
    await expect(dialog).toContainText('Complete this nomination first');
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expect(dialog).toContainText(
      '1 donor and the nominator (after the email about the decision)',
    );
    await mailFrame(page).getByRole('link', { name: 'See everything about this need' }).click();
    await expect(mailFrame(page).getByText('It was installed on Monday.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Not Yet' }).click();
    await expect(items(page)).toHaveCount(1);
  });

  await test.step('it is changed, and published once', async () => {
    await items(page).getByRole('button', { name: 'Edit' }).click();
    await expect(form.getByLabel('Title')).toHaveValue('The furnace runs');
    await form.getByLabel(/Photo added/).uncheck();
    await form.getByRole('button', { name: 'Save Draft' }).click();
    await expect(form).toBeHidden();
    await expect(section(page).getByRole('button', { name: 'Write an Update' })).toBeFocused();
    await site.call(updateNomination, { params: { id }, body: { isCompleted: true } });
    await items(page).getByRole('button', { name: 'Preview and Publish' }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    const question = page.getByRole('dialog', { name: 'Publish Update' });
    await expect(question).toContainText(
      '1 person gets an email now, the nominator gets one after the email about the decision',
    );
    await expect(question).toContainText('You cannot change it or take it back');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Publish' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(items(page)).toContainText('1 of 2 sent', { timeout: 60_000 });
    await expect(items(page).getByRole('button')).toHaveCount(0);
    const [update] = await site.call(listUpdates, { params: { id } });
    expect(update?.fileIds).toEqual([photoId]);
    await expectAccessible(page);
  });

  await test.step('everyone can read it', async () => {
    await items(page).getByRole('link', { name: 'See it on the public page' }).click();
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The furnace runs', level: 3 })).toBeVisible();
  });

  const mails = (await site.inbox.to('donor@example.com')).filter(({ subject }) =>
    subject?.includes('The furnace runs'),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('It was installed on Monday.');
});

test('the link in an update stops and restarts updates, but not by being opened', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  watched.allowErrors(refused);
  const { id } = await aProvenNeed(site);
  const first = await aDraft(site, id, 'First news');
  await site.call(publishUpdate, { params: { id: first } });
  const mail = await site.inbox.waitFor('donor@example.com', 'First news');
  const link = /\/unsubscribe#[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
  const second = await aDraft(site, id, 'Second news');
  const goesTo = async () => {
    const preview = await page.request.get(`/api/updates/${second}/preview`);
    const { donors, optedOut } = await preview.json();
    return { donors, optedOut };
  };
  await openSignedIn(page, '/auth/login');

  const response = await page.goto(link);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  expect(await response?.text()).toContain('<meta name="robots" content="noindex"/>');
  await expect(page).toHaveURL(/\/unsubscribe$/);
  const stop = page.getByRole('button', { name: 'Stop these emails' });
  await expect(stop).toBeVisible();
  await expect(page.getByText('receipts for your donations', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(stop).toBeVisible();
  expect(await goesTo()).toEqual({ donors: 1, optedOut: 0 });

  await stop.dblclick();
  await expect(page.getByText('You will not get any more updates by email.')).toBeVisible();
  await expectAccessible(page);
  expect(await goesTo()).toEqual({ donors: 0, optedOut: 1 });
  await page.goto(workspace(id));
  await items(page).first().getByRole('button', { name: 'Preview and Publish' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 person opted out of updates.');

  await page.goto(link);
  await stop.click();
  await page.getByRole('button', { name: 'Get these emails again' }).click();
  await expect(page.getByText('You will get updates by email again.')).toBeVisible();
  await expect(stop).toBeVisible();
  expect(await goesTo()).toEqual({ donors: 1, optedOut: 0 });

  await page.goto('/');
  await page.goto('/unsubscribe#wrong');
  await stop.click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
});

test(
  'the progress of the emails updates itself, and links to those that could not be sent',
  onRelease,
  async ({ browser }) => {
    // It starts a site of its own.
    test.slow();
    const mailServer = await aMailServer();
    await mailServer.start();
    let code = 450;
    mailServer.recipientCode = (address) => (address === 'donor@example.com' ? code : undefined);
    const site = await startSite({ SMTP_URL: mailServer.url });
    const { id } = await aProvenNeed(site);
    const draft = await aDraft(site, id, 'It is warm again');
    const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(workspace(id));
    await signIn(page);
    await site.call(publishUpdate, { params: { id: draft } });
    await page.reload();
    await expect(items(page)).toContainText('0 of 2 sent');
    await expect(items(page).getByRole('progressbar')).toBeVisible();
    await expectAccessible(page);
    code = 550;
    const failed = items(page).getByRole('link', { name: '1 could not be sent' });
    await expect(failed).toBeVisible({ timeout: 90_000 });
    // The nominator gets it after the email about the decision.
    await expect(items(page)).toContainText('0 of 2 sent');
    await failed.click();
    await expect(page).toHaveURL('/admin/mail');
    await expect(
      page.getByRole('row').filter({ hasText: 'donor@example.com' }).first(),
    ).toBeVisible();

    await context.close();
    await site.stop();
    await mailServer.stop();
    await rm(site.dataDir, { recursive: true });
  },
);

test('a draft is deleted after a confirmation', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const id = await site.addNomination(causeId, 'Maria Lopez');
  await aDraft(site, id, 'Too early');
  await openSignedIn(page, workspace(id));
  await items(page).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Draft' });
  await expect(question).toContainText('Too early');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(section(page).getByText('There are no updates yet.')).toBeVisible();
});

test.describe('without a policy that would stop it', () => {
  test.use({ bypassCSP: true });

  test('a preview runs nothing', onRelease, async ({ page, site, watched }) => {
    watched.allowErrors(/Blocked|ERR_INVALID_URL/);
    let ran = 0;
    await page.exposeFunction('ran', () => {
      ran += 1;
    });
    const { id: causeId } = await site.addCause();
    const id = await site.addNomination(causeId, 'Maria Lopez');
    await aDraft(site, id, 'News');
    await page.route('**/preview', async (route) => {
      const html = `<p>Trap</p><script>parent.ran()</script><img src="data:x" onerror="parent.ran()">
        <svg onload="parent.ran()"></svg><form action="javascript:parent.ran()"><button>Go</button></form>`;
      await route.fulfill({ json: { ...(await (await route.fetch()).json()), html } });
    });
    await openSignedIn(page, workspace(id));
    await items(page).getByRole('button', { name: 'Preview and Publish' }).click();
    await mailFrame(page).getByRole('button', { name: 'Go' }).click();
    await expect(mailFrame(page).getByText('Trap')).toBeVisible();
    expect(ran).toBe(0);
  });
});
