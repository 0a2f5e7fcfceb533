import { expect, type Page } from '@playwright/test';
import { deleteCause } from '#contract/vetting/causes.ts';
import {
  admin,
  expectAccessible,
  openSignedIn,
  signIn,
  test,
  unique,
} from '#test/support/browser.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { onRelease } from '#test/support/tier.ts';

// By its whole name: the text of a row continues into its numbers.
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
/** The first cells of all rows, in the order shown. */
const names = (page: Page) => page.locator('tbody tr td:first-child').allTextContents();

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, '/admin/causes');
});

test('the form asks for a name, adds it, and stays open and empty', async ({ page }) => {
  const name = unique('Cause');
  await expect(page.getByRole('heading', { name: 'Manage Causes' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Cause' }).click();
  const form = page.getByRole('form', { name: /add a cause/i });
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill(' ');
  await expect(form.getByText('Required')).toBeHidden();
  await form.getByRole('button', { name: 'Add Cause' }).click();
  await expect(form.getByText('Required')).toBeVisible();
  await expectAccessible(page);

  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add Cause' }).dblclick();
  await expect(row(page, name)).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByText('Required')).toBeHidden();
  await expect(row(page, name)).toHaveCount(1);

  // Pasted and entered as soon as the form is empty again, faster than the two presses of a double-click.
  const [first, second] = [unique('Cause'), unique('Cause')];
  await form.getByLabel('Name').fill(first);
  const added = page.waitForResponse((response) => response.request().method() === 'POST');
  await form.getByLabel('Name').press('Enter');
  await added;
  await expect(page.getByText('The cause was added').last()).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('');
  await form.getByLabel('Name').fill(second);
  await form.getByLabel('Name').press('Enter');
  for (const one of [first, second]) await expect(row(page, one)).toHaveCount(1);

  await test.step('what is typed while another is sent waits for its turn, or stays', async () => {
    const names = [1, 2, 3].map(() => unique('Cause'));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('/api/causes', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.fallback();
    });
    for (const [place, one] of names.entries()) {
      await form.getByLabel('Name').fill(one);
      await form.getByLabel('Name').press('Enter');
      if (place === 0) await expect(form.locator('[data-loading]').first()).toBeVisible();
    }
    await form.getByLabel('Name').fill('Typed since');
    release();
    for (const one of names) await expect(row(page, one)).toHaveCount(1);
    await expect(form.locator('[data-loading]')).toHaveCount(0);
    await expect(form.getByLabel('Name')).toHaveValue('Typed since');
    await page.unroute('/api/causes');
  });

  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Cause' })).toBeFocused();
});

test('a name that is already in use is refused in a notice, and what was typed stays', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 409/);
  const { name } = await site.addCause();
  await page.getByRole('button', { name: 'Add Cause' }).click();
  await page.getByLabel('Name').fill(name.toUpperCase());
  await page.getByRole('button', { name: 'Add Cause' }).last().click();
  await expect(
    page.getByRole('status').filter({ hasText: 'There is already a cause called' }),
  ).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(name.toUpperCase());
});

test('each column sorts both ways, with the keyboard, too', async ({ page, site }) => {
  const few = await site.addCause();
  const many = await site.addCause();
  await site.addDonation(few.id, 500);
  for (const amount of [500, 600]) await site.addDonation(many.id, amount);
  await site.addNomination(few.id, unique('Nominee'));
  await page.reload();

  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  const upwards = await names(page);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(header('Name')).toHaveAttribute('aria-sort', 'descending');
  expect(await names(page)).toEqual(upwards.toReversed());

  const inOrder = async (first: string, second: string) => {
    const shown = await names(page);
    return shown.indexOf(first) < shown.indexOf(second);
  };
  await page.getByRole('button', { name: 'Donations', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(header('Donations')).toHaveAttribute('aria-sort', 'descending');
  await expect(header('Name')).not.toHaveAttribute('aria-sort');
  expect(await inOrder(many.name, few.name)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(header('Donations')).toHaveAttribute('aria-sort', 'ascending');
  expect(await inOrder(few.name, many.name)).toBe(true);

  await page.getByRole('button', { name: 'Nominations', exact: true }).click();
  await expect(header('Nominations')).toHaveAttribute('aria-sort', 'descending');
  expect(await inOrder(few.name, many.name)).toBe(true);
  await expect(row(page, many.name)).toContainText('2');
  await expectAccessible(page);
});

test('only an unused cause can be deleted, after a confirmation', async ({ page, site }) => {
  const unused = await site.addCause();
  const given = await site.addCause();
  const nominated = await site.addCause();
  await site.addDonation(given.id, 500);
  await site.addNomination(nominated.id, unique('Nominee'));
  await page.reload();

  await expect(row(page, given.name)).toBeVisible();
  await expect(row(page, given.name).getByRole('button')).toHaveCount(0);
  await expect(row(page, nominated.name).getByRole('button')).toHaveCount(0);
  const trash = page.getByRole('button', { name: `Delete ${unused.name}` });
  await trash.click();
  const question = page.getByRole('dialog', { name: 'Delete Cause' });
  await expect(question).toContainText(unused.name);
  await expectAccessible(page);
  // The page stays visible under a dialog.
  await expect(page.locator('.mantine-Modal-overlay')).toHaveCSS(
    'background-color',
    'rgba(17, 23, 19, 0.55)',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(trash).toBeFocused();
  await trash.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, unused.name)).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/causes$/);
});

test(
  'a deletion that the server refuses shows the reason',
  onRelease,
  async ({ page, site, watched }) => {
    watched.allowErrors(/status of 4(04|09)/);
    const nominated = await site.addCause();
    const gone = await site.addCause();
    await page.reload();
    await page.getByRole('button', { name: `Delete ${nominated.name}` }).click();
    await site.addNomination(nominated.id, unique('Nominee'));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(
      page.getByText('This cause has donations or nominations, so it cannot be deleted.'),
    ).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(row(page, nominated.name)).toContainText('1');
    await expect(row(page, nominated.name).getByRole('button')).toHaveCount(0);

    await page.getByRole('button', { name: `Delete ${gone.name}` }).click();
    await site.call(deleteCause, { params: { id: gone.id } });
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, gone.name)).toHaveCount(0);
  },
);

test(
  'it shows that it is loading, and that there are no causes yet',
  onRelease,
  async ({ browser }) => {
    const fresh = await startServerProcess({
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/causes', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${fresh.url}/admin/causes`);
    await signIn(page);
    await expect(page.getByText('Loading causes.')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByText('There are no causes.')).toBeVisible();
    await expect(page.getByText(/press “Add Cause”/)).toBeVisible();
    await expectAccessible(page);
    await context.close();
    await fresh.stop();
  },
);

test('a link to the donation form is an address, a QR code, and a button, until its cause is closed', async ({
  page,
  site,
}) => {
  const { id, name } = await site.addCause();
  await page.reload();
  await page.getByRole('button', { name: 'Link to the Form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link to the Donation Form' });
  await dialog.getByLabel('Cause').selectOption(id);
  await dialog.getByLabel('Amount').fill('25');
  const address = await dialog.getByLabel('Address', { exact: true }).inputValue();
  expect(new URL(address).pathname + new URL(address).search).toBe(
    `/donate?cause=${id}&amount=25.00`,
  );
  const html = await dialog.getByLabel('Button in HTML', { exact: true }).inputValue();
  expect(html).toMatch(/^<a href="[^"]+" style="[^"]+">Donate to /);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the QR Code' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('donate.svg');
  await expectAccessible(page);

  await page.goto(address);
  await expect(page.getByLabel('Amount')).toHaveValue('$25.00');
  await expect(page.getByLabel('Cause')).toHaveValue(id);
  await expect(page.getByText(`You give $25.00 to ${name}.`)).toBeVisible();

  const renamed = unique('Renamed');
  const manage = page.getByRole('dialog', { name: 'Manage Cause' });
  await test.step('a cause is renamed and described where it is managed', async () => {
    await page.goto('/admin/causes');
    await page.getByRole('link', { name }).click();
    await manage.getByRole('button', { name: 'Edit' }).click();
    await manage.getByLabel('Name').fill(renamed);
    await manage.getByLabel('Description').fill('Coats and boots.');
    await expectAccessible(page);
    await manage.getByRole('button', { name: 'Save Changes' }).click();
    await expect(manage.getByText('Coats and boots.')).toBeVisible();
    await manage.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('link', { name: renamed })).toBeVisible();
    await page.goto(address);
    await expect(page.getByText('Coats and boots.').first()).toBeVisible();
  });

  await test.step('it is moved with the keyboard, which stays with it', async () => {
    await page.goto('/admin/causes');
    await page.getByRole('button', { name: 'Order' }).click();
    const places = page.getByRole('dialog').getByRole('listitem');
    await expect(places.filter({ hasText: renamed })).toBeVisible();
    const texts = await places.allTextContents();
    const place = texts.indexOf(renamed);
    const direction = place === 0 ? 'down' : 'up';
    const button = page.getByRole('button', { name: `Move ${renamed} ${direction}` });
    await button.focus();
    await page.keyboard.press('Enter');
    const to = place === 0 ? 1 : place - 1;
    await expect(places.nth(to)).toHaveText(renamed);
    await expect(places.nth(to).locator('button:focus')).toHaveCount(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('once it is closed, its link says so and offers the others', async () => {
    const other = await site.addCause();
    await page.goto(`/admin/causes?manage=${id}`);
    await manage.getByRole('button', { name: 'Close Cause' }).click();
    const question = page.getByRole('dialog', { name: 'Close Cause' });
    await question.getByRole('button', { name: 'Close Cause' }).click();
    await expect(question.getByText('Choose a cause', { exact: true }).last()).toBeVisible();
    await question.getByLabel('Recurring donations go to').selectOption(other.id);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Close Cause' }).click();
    await expect(manage.getByText('Closed', { exact: true })).toBeVisible();
    await page.goto(address);
    await expect(page.getByText(`“${renamed}” is closed.`)).toBeVisible();
    await expect(page.getByLabel('Cause')).toHaveValue('');
    await expect(page.getByLabel('Amount')).toHaveValue('$25.00');
    await page.getByLabel('Cause').selectOption(other.id);
    await expect(page.getByText(`You give $25.00 to ${other.name}.`)).toBeVisible();
  });
});
