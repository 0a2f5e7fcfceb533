import { expect } from '@playwright/test';
import { admin, expectFit, openSignedIn, test } from '#test/support/browser.ts';
import { aNeedToLookAt } from '#test/support/proven-need.ts';

// Browsers without some of what documents use. They can do all the same, less comfortably.

// What is taken from a browser stays away.
test.use({ isBrowserNew: true });

/** A string, because these files have no types for the browser. */
const withoutDialogs = `
  for (const name of ['show', 'showModal', 'close']) delete HTMLDialogElement.prototype[name];
  delete window.HTMLDialogElement;
`;
const withoutCommands = `
  delete HTMLButtonElement.prototype.commandForElement;
  delete HTMLDialogElement.prototype.closedBy;
  addEventListener('command', (event) => event.preventDefault(), true);
  addEventListener('DOMContentLoaded', () => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.setAttribute('closedby', '');
  });
`;

const narrowest = { width: 320, height: 640 };

test('without dialogs, everything in the menu is on the page', async ({
  page,
  site,
  watched,
  keep,
}) => {
  watched.allowErrors(/status of 40[01]/);
  await page.addInitScript({ content: withoutDialogs });
  await page.setViewportSize(narrowest);
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Menu' })).toBeHidden();
  for (const [place, name, path] of [
    ['banner', 'Donate', '/donate'],
    ['banner', 'Nominate', '/nominate'],
    ['banner', 'Home', '/'],
    ['contentinfo', 'Where the money goes', '/impact'],
    ['contentinfo', 'Contact Us', '/contact-us'],
  ] as const) {
    await expectFit(page);
    await page.getByRole(place).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  await header.getByRole('button', { name: 'Dark mode' }).click();
  await expect(header.getByRole('button', { name: 'Light mode' })).toBeVisible();

  // Nothing on the page has failed to start.
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2);

  const { id } = await aNeedToLookAt(keep, site);
  await page.goto(`/impact/${id}`);
  await page.locator('a[data-receipt]').first().click();
  await expect(page).toHaveURL(/\/receipts\//);
  await expect(page.getByRole('heading', { name: 'What it proves' })).toBeVisible();

  await openSignedIn(page, '/contact-us');
  await expectFit(page);
  await header.getByRole('link', { name: admin.email }).click();
  await expect(page).toHaveURL('/admin/account');
  await expectFit(page);
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('without buttons that open dialogs by themselves, the script opens the menu and closes it', async ({
  page,
}) => {
  await page.addInitScript({ content: withoutCommands });
  await page.setViewportSize(narrowest);
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await button.click();
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(10, 320);
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});
