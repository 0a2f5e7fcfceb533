import { expect } from '@playwright/test';
import { expectAccessible, expectTidy, test, unique } from '#test/support/browser.ts';
import { beginDeposit } from '#test/support/deposit-dialog.ts';

test('one person alone enters a deposit by the keyboard, confirms it, and the site says so', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  const cause = await site.addCause();
  await beginDeposit(page, '3', '85.50');
  const firstLine = page.getByRole('list', { name: 'Lines' }).getByRole('listitem').first();
  for (const label of ['Amount', 'Check number', 'Note', 'Kind', 'Received on', 'Cause']) {
    await expect(firstLine.getByText(label, { exact: true })).toBeVisible();
  }
  await page.getByLabel('Cause, line 1').selectOption(cause.name);
  await page.getByLabel('Received on, line 1').fill('2026-01-05');
  await page.getByLabel('Amount, line 1').focus();
  // Nothing but keys from here to the end of the third line.
  const type = async (...texts: string[]) => {
    for (const [place, text] of texts.entries()) {
      if (place > 0) await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
  };
  // What the contract says of a body, also of a list in it.
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAttribute(
    'maxlength',
    '100',
  );
  await expect(page.getByLabel('Note, line 1')).toHaveAttribute('maxlength', '500');
  const email = `${unique('wilma').replaceAll(/\W/g, '-')}@example.com`;
  await type('50', '1001', 'Wilma', 'Writer', email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount, line 2')).toBeFocused();
  await type('25.50', '1002', 'Otto', 'Other');
  await page.keyboard.press('Enter');
  await type('9');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByLabel('Amount, line 2')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Amount, line 3')).toBeFocused();
  await expect(page.getByLabel('Cause, line 3')).toHaveValue(cause.id);
  await expect(page.getByLabel('Received on, line 3')).toHaveValue('2026-01-05');
  await expect(page.getByText('3 of 3 lines, $84.50 of $85.50. $1.00 is missing.')).toBeVisible();
  await expectTidy(page, 'entering a deposit');

  // The form stays what it is, with focus and place, while it is saved.
  const third = await page.getByLabel('Amount, line 3').elementHandle();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  expect(await third?.evaluate((field) => field.isConnected)).toBe(true);
  // An answer is lost: whoever goes on typing and saves again was nobody else.
  await page.route(
    '**/api/deposits/*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  watched.allowErrors(/ERR_FAILED/);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Counted lines').fill('7');
  await save.click();
  await expect(page.getByText(/this may have been saved or not/)).toBeVisible();
  await page.getByLabel('Counted lines').fill('3');
  await save.click();
  await expect(page.getByText('Saved', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await page.getByLabel('Email, line 3').fill('nobody');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Invalid email')).toBeVisible();
  await expect(page.getByLabel('Email, line 3')).toBeFocused();
  await page.getByLabel('Email, line 3').fill('');
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await expect(page.getByText('$1.00 is missing.').last()).toBeVisible();
  await expect(page.getByText(/^You counted 3 lines of \$85.50 in all/).first()).toBeVisible();
  await page.getByLabel('Amount, line 3').fill('x');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter an amount, such as 12.50')).toBeVisible();
  await expect(page.getByLabel('Amount, line 3')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Amount, line 3').fill('10');
  await expect(page.getByText('It adds up.')).toBeVisible();
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await expect(page.getByText('Closed. It can be confirmed now.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirm' })).toBeVisible();
  await expect(page.getByText(/^3 lines, \$85.50, by /)).toBeVisible();
  await expectTidy(page, 'a closed deposit');
  // A refusal is kept with its key: whoever tries again, once nothing is in the way, sends another.
  await page.route(
    '**/api/deposits/*/confirm',
    (route) => route.continue({ postData: JSON.stringify({ revision: 999 }) }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Confirm Deposit' }).click();
  await expect(page.getByText(/^Somebody has changed this deposit/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm Deposit' }).click();
  await expect(page.getByText('Confirmed. The lines are donations now.')).toBeVisible();
  await site.inbox.waitFor(email, 'Thank you for your donation of $50.00');

  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await lines.nth(1).getByRole('button', { name: 'Record as Bounced: $25.50, Otto Other' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record That It Bounced' });
  await dialog.getByLabel('Reason').fill('No money on the account.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog).toBeHidden();
  await expect(lines.nth(1)).toContainText('Bounced by Admin User');
  await expectTidy(page, 'a confirmed deposit');
  await lines.first().getByRole('link', { name: 'Wilma Writer' }).click();
  await expect(page.getByRole('dialog', { name: 'Manage Donation' })).toContainText('$50.00');

  await page.goto('/how-we-work');
  await expect(
    page.getByText('such as entering checks and cash and confirming that they came'),
  ).toBeVisible();
});

test.describe('on a clock of its own', () => {
  test.use({ isBrowserNew: true });

  test('a deleted deposit is neither saved nor read again, whatever was typed', async ({
    page,
    site,
  }) => {
    const cause = await site.addCause();
    await page.clock.install();
    const name = await beginDeposit(page, '1', '12.00');
    await page.getByLabel('Cause, line 1').selectOption(cause.name);
    await page.getByLabel('Amount, line 1').fill('12');
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/deposits/')) sent.push(request.method());
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Deposit' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deposits');
    await expect(
      page.getByText('There are no deposits yet.').or(page.getByRole('table')),
    ).toBeVisible();
    await expect(page.getByRole('link', { name })).toBeHidden();
    // What is saved by itself, is saved by then.
    await page.clock.runFor(60_000);
    expect(sent).toEqual(['DELETE']);
  });
});

test('what may be entered twice is told of while it is entered, and to whoever confirms it', async ({
  page,
  site,
}) => {
  const cause = await site.addCause();
  const surname = unique('Twice').replace(' ', '-');
  const enter = async () => {
    const name = await beginDeposit(page, '1', '40.00');
    await page.getByLabel('Cause, line 1').selectOption(cause.name);
    await page.getByLabel('Received on, line 1').fill('2026-01-05');
    await page.getByLabel('Amount, line 1').fill('40');
    await page.getByLabel('Last name, line 1').fill(surname);
    return name;
  };
  const first = await enter();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Entered Twice?' })).toBeHidden();
  await enter();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const warning = page.getByRole('region', { name: 'Entered Twice?' });
  const sentence = `Line 1, ${surname}, $40.00: like line 1 of ${first}, received on 01/05/2026`;
  await expect(warning.getByRole('listitem')).toHaveText(sentence);
  await expect(warning).toContainText('If it is the same money, remove one of the two.');
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm' })).toBeVisible();
  await expect(warning.getByRole('listitem')).toHaveText(sentence);
  await expect(warning).toContainText('send this deposit back and remove one of the two.');
  await expectTidy(page, 'a deposit that may be entered twice');
  await warning.getByRole('link', { name: first }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
});
