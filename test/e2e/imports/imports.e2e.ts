import { expect } from '@playwright/test';
import { expectAccessible, expectTidy, openSignedIn, test, unique } from '#test/support/browser.ts';
import { giveWpFile } from '#test/support/import-files.ts';

test('a file of GiveWP is uploaded, checked, imported, and taken back', async ({
  page,
  watched,
}) => {
  test.setTimeout(180_000);
  watched.allowErrors(/status of 409/);
  const cause = unique('Warm Homes');
  await openSignedIn(page, '/admin/donations');
  await page.getByRole('link', { name: 'Import Donations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import Donations' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectTidy(page, 'the list of imports');

  await page.getByRole('button', { name: 'Upload a File' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a File' });
  const choosing = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'File' }).click();
  const name = `${unique('givewp')}.csv`;
  await (await choosing).setFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(
      giveWpFile([
        {
          'Donation ID': unique('1'),
          'First Name': 'Ada',
          'Last Name': 'Lovelace',
          'Donation Total': '1,250.50',
          'Form Title': cause,
          'Email Address': `${unique('ada').toLowerCase().replaceAll(' ', '-')}@example.com`,
        },
        { 'Donation ID': unique('2'), 'Donation Total': 'ten', 'Form Title': cause },
        { 'Donation ID': unique('3'), 'Donation Total': '5.00', 'Donation Status': 'Failed' },
      ]),
    ),
  });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Upload' }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByLabel('System')).toHaveValue('GiveWP');
  await expect(page.getByText('$1,250.50 on 03/04/2026, Ada Lovelace')).toBeVisible();
  await expect(page.getByText('Line 3: We cannot read the amount “ten”.')).toBeVisible();
  await expectTidy(page, 'the mapping of a file');
  await page.getByRole('button', { name: 'Check the File' }).click();

  const importing = page.getByRole('button', { name: 'Import 1 Donation' });
  await expect(importing).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('1 donation, $1,250.50').first()).toBeVisible();
  await expect(page.getByLabel(cause)).toHaveValue('');
  await expect(page.getByText('We cannot read the amount “ten”.')).toBeVisible();
  await expectTidy(page, 'a checked file');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Describe Again' }).click();
  await expect(other.getByLabel('System')).toBeVisible();
  await importing.click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  // Whoever was about to describe it sees that it is too late, and what they can do now.
  await other.getByRole('button', { name: 'Check the File' }).click();
  await expect(other.getByRole('button', { name: 'Take Back' })).toBeVisible();
  await other.close();
  const takeBack = page.getByRole('button', { name: 'Take Back' });
  await expect(takeBack).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('Show').selectOption('new');
  await expect(page.getByRole('table', { name: 'Lines of the file' })).toContainText('$1,250.50');

  await takeBack.click();
  const asking = page.getByRole('dialog', { name: 'Take the Import Back' });
  await asking.getByLabel('Reason').fill('It was the wrong file.');
  await expectAccessible(page);
  await asking.getByRole('button', { name: 'Take Back' }).click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('main')).not.toContainText(/Comes in|Comes In/);
  await page.getByLabel('Show').selectOption('new');
  await expect(page.getByRole('table', { name: 'Lines of the file' })).toContainText(
    'Came in, and was taken back.',
  );
});

test('a list without IDs is imported as a whole, and the same list brings nothing new', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const cause = unique('Roof');
  const system = unique('Church');
  const row = `03/01/2026,Ada,Lovelace,,50.00,${cause},Banked`;
  const list = `Date,First,Last,Email,Amount,Fund,Status\n${row}\n${row}\n${row.replace('50', '20')}\n`;
  const upload = async (name: string) => {
    await openSignedIn(page, '/admin/imports');
    await page.getByRole('button', { name: 'Upload a File' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload a File' });
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'File' }).click();
    const buffer = Buffer.from(list);
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await upload(`${system}.csv`);
  const id = page.getByLabel('ID of the donation');
  await expect(id).toHaveValue('');
  await expect(page.getByText('Without an ID, a donation is known again by its day')).toBeVisible();
  // What the file does not tell is asked for.
  const order = page.getByLabel('Order of days');
  await expect(order).toHaveValue('');
  await page.getByRole('button', { name: 'Check the File' }).click();
  await expect(order).toHaveAccessibleDescription('Required');
  await order.selectOption('Month, day, year');
  await expect(page.getByText('We do not know what the status “Banked” means.')).toBeVisible();
  const words = page.getByRole('combobox', { name: 'Words for donations that were paid' });
  await words.press('ArrowDown');
  await page.getByRole('option', { name: 'Banked' }).click();
  await words.press('Escape');
  await expect(page.getByText('$50.00 on 03/01/2026, Ada Lovelace')).toHaveCount(2);
  await expectTidy(page, 'the mapping of a file without IDs');
  await id.selectOption('Date');
  const refusal = page.getByText('The column “Date” has the same value in several rows');
  await expect(refusal).toBeVisible();
  await id.selectOption('None');
  await expect(refusal).toHaveCount(0);
  await page.getByLabel('System').fill(system);
  await page.getByRole('button', { name: 'Check the File' }).click();
  const importing = page.getByRole('button', { name: 'Import 3 Donations' });
  await expect(importing).toBeVisible({ timeout: 60_000 });
  await importing.click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('link', { name: 'Donation of line 4' })).toBeVisible();
  await expectTidy(page, 'an import without IDs');

  await upload(`${system} again.csv`);
  await page.getByLabel('System').fill(system);
  await page.getByRole('button', { name: 'Check the File' }).click();
  await expect(page.getByText('3 lines known already')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Import 0 Donations' })).toBeVisible();
});
