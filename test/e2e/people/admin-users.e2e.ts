import { expect, type Page } from '@playwright/test';
import { createUser } from '#contract/people/users.ts';
import {
  admin,
  expectAccessible,
  openSignedIn,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { onRelease } from '#test/support/tier.ts';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** An administrator that no other test uses. */
async function addUser(site: Site) {
  const lastName = unique('Hart').replaceAll(' ', '-');
  const email = `${lastName.toLowerCase()}@example.org`;
  return site.call(createUser, { body: { firstName: 'Daniel', lastName, email } });
}

test.beforeEach(async ({ page }) => {
  await openSignedIn(page, '/admin/users');
});

test('a user is added with the inline form and invited by email', async ({ page, site }) => {
  await expect(page.getByRole('heading', { name: 'Manage Users' })).toBeVisible();
  for (const name of ['Name', 'Email Address']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('form', { name: /add a user/i });
  await expect(form.getByLabel('First Name')).toBeFocused();
  await form.getByLabel('Email').fill('nobody');
  await expect(form.getByText(/Required|Invalid email/)).toHaveCount(0);
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(form.getByText('Required')).toHaveCount(2);
  await expect(form.getByText('Invalid email')).toBeVisible();
  await expectAccessible(page);

  const lastName = unique('Moreau');
  const email = `ines-${Date.now()}@example.org`;
  await form.getByLabel('First Name').fill('Ines');
  await form.getByLabel('Last Name').fill(lastName);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText(`The invitation to ${email} is on its way`)).toBeVisible();
  await expect(row(page, email)).toContainText(`Ines ${lastName}`);
  await site.inbox.waitFor(email, 'You are invited');

  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  const toggle = page.getByRole('button', { name: 'Add User' });
  await expect(toggle).toBeFocused();
  for (const isOpen of [true, false]) {
    await toggle.first().click();
    await expect(form).toBeVisible({ visible: isOpen });
    await expect(toggle.first()).toHaveAttribute('aria-expanded', String(isOpen));
  }
});

test(
  'an address that is already in use is refused, and what was typed stays',
  onRelease,
  async ({ page, watched }) => {
    watched.allowErrors(/status of 409/);
    await page.getByRole('button', { name: 'Add User' }).click();
    const form = page.getByRole('form', { name: /add a user/i });
    await form.getByLabel('First Name').fill('Ada');
    await form.getByLabel('Last Name').fill('Again');
    await form.getByLabel('Email').fill(admin.email);
    await form.getByRole('button', { name: 'Add User' }).click();
    await expect(form.getByText('There is already a user with the address')).toBeVisible();
    await expect(form.getByLabel('Last Name')).toHaveValue('Again');
  },
);

test('the modal shows a user, and "Edit" turns it into a form', async ({ page, site }) => {
  const user = await addUser(site);
  await page.reload();
  await row(page, user.email).getByRole('button', { name: 'Manage' }).click();
  const sessionChecks: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth') sessionChecks.push(request.method());
  });
  const dialog = page.getByRole('dialog', { name: 'Manage User' });
  await expect(dialog).toContainText(`Daniel ${user.lastName}`);
  await expect(dialog).toContainText(user.email);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Last Name')).toHaveValue(user.lastName);
  // The button that had the focus is gone: the dialog has it, not the page below.
  await expect(dialog).toBeFocused();
  await dialog.getByLabel('First Name').fill('');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Required')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('First Name').fill('Danielle');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(dialog).toContainText(`Danielle ${user.lastName}`);
  await expect(dialog.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, user.email)).toContainText(`Danielle ${user.lastName}`);
  // The session is asked for once; only a change of one's own account asks again.
  expect(sessionChecks).toEqual([]);
});

test(
  'the modal can be linked to, and Back never shows it again',
  onRelease,
  async ({ page, site }) => {
    const user = await addUser(site);
    const dialog = page.getByRole('dialog', { name: 'Manage User' });

    // Opened by a link: closing it leaves the list on screen.
    await page.goto(`/admin/users?manage=${user.id}`);
    await expect(dialog).toContainText(user.email);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/users$/);

    // Opened by its button: closing goes back, so another Back leaves the list.
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Users' }).click();
    await row(page, user.email).getByRole('button', { name: 'Manage' }).click();
    await expect(page).toHaveURL(/manage=/);
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('button', { name: 'Close' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();

    // Back itself closes it, too.
    await page.goForward();
    await row(page, user.email).getByRole('button', { name: 'Manage' }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/users$/);
  },
);

test('anyone but yourself can be deleted, after a confirmation', async ({ page, site }) => {
  const user = await addUser(site);
  await page.reload();
  await expect(row(page, admin.email)).toContainText('(you)');
  await expect(row(page, admin.email).getByRole('button', { name: /delete/i })).toHaveCount(0);
  await row(page, user.email)
    .getByRole('button', { name: `Delete Daniel ${user.lastName}` })
    .click();
  const question = page.getByRole('dialog', { name: 'Delete User' });
  await expect(question).toContainText(`Daniel ${user.lastName}`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await row(page, user.email)
    .getByRole('button', { name: /delete/i })
    .click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The user was deleted')).toBeVisible();
  await expect(row(page, user.email)).toHaveCount(0);
});

test('it shows that it is loading, and that there are no users', onRelease, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/users', async (route) => {
    await held;
    // A real server has at least the signed-in user.
    await route.fulfill({ json: [] });
  });
  await page.reload();
  await expect(page.getByText('Loading users.')).toBeVisible();
  release();
  await expect(page.getByText('There are no users.')).toBeVisible();
  await expect(page.getByText(/press “Add User”/i)).toBeVisible();
});

test('the navigation of the admin area lists its five pages in order', async ({ page }) => {
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(links).toHaveText(['Dashboard', 'Causes', 'Nominations', 'Donations', 'Users']);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    '/admin',
    '/admin/causes',
    '/admin/nominations',
    '/admin/donations',
    '/admin/users',
  ]);
});
