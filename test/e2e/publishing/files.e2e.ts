import { expect, type Page } from '@playwright/test';
import type { NominationId } from '#contract/ids.ts';
import { getFile, listFiles, type File as StoredFile } from '#contract/publishing/files.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { anyId } from '#test/support/any-id.ts';
import { expectAccessible, openSignedIn, type Site, test, unique } from '#test/support/browser.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { onRelease } from '#test/support/tier.ts';

async function openWorkspace(page: Page, site: Site): Promise<NominationId> {
  const cause = await site.addCause();
  const nominee = unique('Maria Lopez');
  const id = await site.addNomination(cause.id, nominee);
  await site.accept(id);
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  await page.getByRole('dialog').getByRole('link', { name: 'Open the Nomination' }).click();
  await expect(page).toHaveURL(`/admin/nominations/${id}`);
  await expect(page.getByRole('heading', { name: nominee, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Open all sections' }).click();
  return id;
}

async function add(page: Page, button: string, mimeType: string, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles({ name: 'Maria, kitchen.heic', mimeType, buffer });
}

const items = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

test('a file that was added before is marked, and an upload that failed by chance can be retried', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  await openWorkspace(page, site);
  const content = await picture('png');
  await add(page, 'Add Photos', 'image/png', content);
  await expect(items(page).first()).toContainText('Not public', { timeout: 60_000 });
  await expect(items(page)).not.toContainText('The same file was added before.');
  await page.route(
    '**/api/files',
    (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'storage_full', message: 'There is no space left.', requestId: 'x' },
      }),
    { times: 1 },
  );
  await add(page, 'Add Photos', 'image/png', content);
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByRole('alert')).toContainText('There is no space left.');
  await uploads.getByRole('button', { name: 'Try again' }).click();
  const marked = items(page).filter({ hasText: 'The same file was added before.' });
  await expect(marked).toHaveCount(1, { timeout: 60_000 });
  await expect(items(page)).toHaveCount(2);
  await expectAccessible(page);
});

test('a photo is uploaded, described with its consent, published, and withdrawn', async ({
  page,
  site,
}) => {
  const id = await openWorkspace(page, site);
  await add(page, 'Add Photos', 'image/jpeg', await picture());
  const item = items(page).first();
  await expect(item).toContainText('Not public', { timeout: 60_000 });
  await expect(item.getByRole('img')).toBeVisible();

  await expect(item).toContainText('Maria, kitchen.heic');

  await item.getByRole('button', { name: 'Describe' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Maria, kitchen.heic');
  await dialog.getByLabel('Caption').fill('The new furnace');
  await dialog.getByLabel('Alternative text').fill('A furnace');
  await dialog.getByLabel('Who agreed').fill('Maria');
  await dialog.getByLabel('To what').fill('This website');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(item).toContainText('The new furnace');

  await item.getByRole('button', { name: 'Publish' }).click();
  await expect(item).toContainText('Published');
  const [file] = await site.call(listFiles, { params: { id } });
  const address = `/files/${file?.copies[0]?.key}`;
  expect((await page.request.get(address)).status()).toBe(404);
  const texts = { publicName: 'A furnace', summary: 'It is cold.', story: 'It was cold.' };
  await site.call(savePublicPage, { params: { id }, body: { ...texts, coverFileId: null } });
  await site.call(publishNomination, { params: { id } });
  expect((await page.request.get(address)).status()).toBe(200);
  await expectAccessible(page);

  await item.getByRole('button', { name: 'Withdraw Consent' }).click();
  await dialog.getByLabel('Reason').fill('She called.');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(item).toContainText('Consent withdrawn');
  expect((await page.request.get(address)).status()).toBe(404);
});

test('a receipt is not published before its private areas are blacked out', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/409/);
  const id = await openWorkspace(page, site);
  await add(page, 'Add Receipts', 'application/pdf', await pdf(['Maria Lopez']));
  const item = items(page).first();
  await expect(item).toContainText('Not blacked out yet', { timeout: 60_000 });
  await item.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Is there anything private on this receipt')).toBeVisible();

  await item.getByRole('button', { name: 'Black Out' }).click();
  const dialog = page.getByRole('dialog');
  const sheet = dialog.getByRole('img', { name: 'Page 1 of the receipt' });
  await expect(sheet).toBeVisible();
  // With a pointer …
  const box = await sheet.boundingBox();
  if (!box) throw new Error('The page is not visible.');
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.4, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByRole('button', { name: /^Black part 1 / })).toBeVisible();
  // … and with the keyboard.
  await dialog.getByRole('button', { name: 'Add a black part to page 1' }).press('Enter');
  const second = dialog.getByRole('button', { name: /^Black part 2 / });
  await second.press('ArrowDown');
  await second.press('Shift+ArrowRight');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make Public Copy' }).click();
  await expect(dialog).toBeHidden();
  await expect(item).toContainText('Not public', { timeout: 60_000 });
  await item.getByRole('button', { name: 'Publish' }).click();
  await expect(item).toContainText('Published');

  const [listed] = await site.call(listFiles, { params: { id } });
  const file: StoredFile = await site.call(getFile, { params: { id: listed?.id ?? anyId('') } });
  expect(file.redactions).toHaveLength(2);
  expect(file.redactions?.[0]?.x).toBeCloseTo(0.1, 1);
  expect(file.redactions?.[0]?.width).toBeCloseTo(0.6, 1);
  expect(file.redactions?.[1]).toEqual({
    page: 1,
    x: expect.closeTo(0.3),
    y: expect.closeTo(0.46),
    width: expect.closeTo(0.41),
    height: expect.closeTo(0.1),
  });
});

test(
  'an upload continues after a lost connection, and an invalid file shows the reason',
  onRelease,
  async ({ page, site, watched }) => {
    watched.allowErrors(/415|ERR_|Failed to load/);
    await openWorkspace(page, site);
    let failures = 1;
    await page.route('**/content', (route) =>
      failures-- > 0 ? route.abort('connectionreset') : route.continue(),
    );
    await add(page, 'Add Photos', 'image/png', await picture('png'));
    await expect(items(page).first()).toContainText('Not public', { timeout: 60_000 });
    await add(page, 'Add Photos', 'image/jpeg', Buffer.from('<svg/>'.repeat(1_000)));
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await expect(uploads.getByRole('alert')).toContainText('We cannot use this type of file');
    // The same file would be refused again.
    await expect(uploads.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expectAccessible(page);
    await uploads.getByRole('button', { name: 'Remove' }).click();
    await expect(uploads.getByRole('listitem')).toHaveCount(0);
  },
);
