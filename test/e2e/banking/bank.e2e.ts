import { expect, type Page } from '@playwright/test';
import {
  type BankStory,
  camt,
  camtDocument,
  camtStatement,
  csv,
} from '#test/support/bank-files.ts';
import { expectAccessible, expectTidy, openSignedIn, test, unique } from '#test/support/browser.ts';

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

async function addAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Bank Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Bank Account' });
  const name = unique('Checking');
  await dialog.getByLabel('Name').fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Bank Account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

test('a statement is imported once, and what does not fit is told with its numbers', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  await openSignedIn(page, '/admin/bank');
  await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectTidy(page, 'the list of bank accounts');
  await addAccount(page);
  await expect(page.getByText('No statement is imported yet.')).toBeVisible();
  const account = `GB33BUKB${Date.now()}`;
  const january: BankStory = {
    account,
    openingCents: 100_000,
    firstDay: '2026-01-01',
    lastDay: '2026-01-31',
    lines: [
      { day: '2026-01-05', cents: 25_000, text: 'For the furnace', name: 'Ada Lovelace' },
      { day: '2026-01-30', cents: -20_000, text: 'Invoice 4711', name: 'Stove Shop' },
    ],
  };
  const dialog = page.getByRole('dialog', { name: 'Import Statements' });
  const send = async (name: string, content: string) => {
    await dialog.locator('input[type=file]').setInputFiles(file(name, content));
    await dialog.getByRole('button', { name: 'Import' }).click();
  };
  await page.getByRole('button', { name: 'Import Statements' }).click();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('Choose a file').last()).toBeVisible();
  await send('january.xml', camt(january));
  await expect(page.getByText('Imported 2 lines.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const lines = page.getByRole('table', { name: 'Lines' }).getByRole('row');
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(1)).toContainText('Stove Shop');
  await expect(lines.nth(1)).toContainText('-$200.00');
  await expect(page.getByRole('definition').filter({ hasText: '$1,050.00' })).toBeVisible();
  await expectTidy(page, 'a bank account');

  await page.getByRole('button', { name: 'Import Statements' }).click();
  await send('again.xml', camt(january));
  await expect(dialog.getByText('This file was imported before, as january.xml.')).toBeVisible();
  const march = {
    ...january,
    openingCents: 200_000,
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
  };
  await send('march.xml', camt({ ...march, lines: [] }));
  await expect(dialog.getByText(/Something is missing between 01\/31\/2026/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Remove the Last File' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the Last File' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('No lines are imported yet.')).toBeVisible();
});

test('a CSV file shows how it would be read before anything is saved', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  await openSignedIn(page, '/admin/bank');
  await addAccount(page);
  const content = csv(
    {
      openingCents: 0,
      lines: [
        { day: '2026-01-05', cents: 123_450, text: 'Gift', name: 'Ada Lovelace' },
        { day: '2026-01-06', cents: -1_250, text: 'Fee' },
      ],
    },
    { withBalance: false },
  );
  await page.getByRole('button', { name: 'Import Statements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Statements' });
  // By mistake, and of other columns than the right one.
  await dialog.locator('input[type=file]').setInputFiles(file('notes.csv', 'hello;you\nworld;\n'));
  await expect(dialog.getByText('Choose the column with the day.')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(file('export.csv', content));
  const examples = dialog.getByRole('listitem');
  await expect(dialog.getByText('Choose the order of day, month, and year')).toBeVisible();
  await expect(examples.first()).toHaveText('01/05/2026 | Ada Lovelace | Gift | 1234.50');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('Say first how this file is read')).toBeVisible();
  await dialog.getByLabel('Order of days').selectOption('Day, month, year');
  await expect(examples.first()).toHaveText('$1,234.50 on 1 May 2026, Ada Lovelace: Gift');
  await expectTidy(page, 'how a CSV file is read');
  await dialog.getByLabel('Order of days').selectOption('Year, month, day');
  await expect(
    dialog.getByText('Line 2 of this file has the day "01/05/2026", which we cannot read.'),
  ).toBeVisible();
  await dialog.getByLabel('Order of days').selectOption('Month, day, year');
  await expect(examples.first()).toHaveText('$1,234.50 on 5 January 2026, Ada Lovelace: Gift');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('Enter an amount, such as 1250.00')).toBeVisible();
  await dialog.getByLabel('Balance after the last line').fill('1,222.00');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('Imported 2 lines.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('$0.00 → $1,222.00')).toBeVisible();

  // The next file is read in the same way, and asks only for its balance.
  await page.getByRole('button', { name: 'Import Statements' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles(file('next.csv', content.replace('05/', '07/')));
  await expect(dialog.getByLabel('Order of days')).toHaveValue('mdy');
  await expect(examples).toHaveCount(2);
  const later = csv(
    { openingCents: 0, lines: [{ day: '2026-02-05', cents: 100 }] },
    { withBalance: false },
  );
  await dialog.locator('input[type=file]').setInputFiles(file('later.csv', later));
  await expect(examples).toHaveCount(1);
  await dialog.getByLabel('Balance after the last line').fill('9.00');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText(/Or correct the balance that you typed/)).toBeVisible();
});

test('what was said about one CSV file is not taken for another one', async ({ page }) => {
  await openSignedIn(page, '/admin/bank');
  await addAccount(page);
  await page.getByRole('button', { name: 'Import Statements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Statements' });
  const choose = (name: string, content: string) =>
    dialog.locator('input[type=file]').setInputFiles(file(name, content));
  const examples = dialog.getByRole('listitem');
  await choose('wrong.csv', 'Date,Fee,Amount\n2026-01-05,1.50,100.00\n2026-01-06,1.50,200.00\n');
  await expect(examples.first()).toHaveText('$100.00 on 5 January 2026');
  const right = 'Date,Amount,Donated so far\n2026-01-05,10.00,500.00\n2026-01-06,20.00,520.00\n';
  await choose('right.csv', right);
  await expect(examples.first()).toHaveText('$10.00 on 5 January 2026');
  await dialog.getByLabel('Who paid or was paid').selectOption('Donated so far');
  await expect(examples.first()).toHaveText('$10.00 on 5 January 2026, 500.00');
  // Corrected, and chosen again.
  await choose('right.csv', right.replace('10.00', '30.00'));
  await expect(examples.first()).toHaveText('$30.00 on 5 January 2026, 500.00');
});

test('of a file with several accounts, one is chosen, and the others are named', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  await openSignedIn(page, '/admin/bank');
  await addAccount(page);
  const [one, other] = [`DE${Date.now()}1`, `DE${Date.now()}2`];
  const story = { openingCents: 0, firstDay: '2026-01-01', lastDay: '2026-01-31' };
  const content = camtDocument([
    camtStatement({ ...story, account: one, lines: [] }),
    camtStatement({ ...story, account: other, lines: [{ day: '2026-01-05', cents: 100 }] }),
  ]);
  await page.getByRole('button', { name: 'Import Statements' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Statements' });
  await dialog.locator('input[type=file]').setInputFiles(file('two.xml', content));
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByLabel('Account in this file').selectOption(`${other} (1 line)`);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(
    dialog.getByText(`This file also has statements of ${one} (0 lines).`),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('$0.00 → $1.00')).toBeVisible();
});
