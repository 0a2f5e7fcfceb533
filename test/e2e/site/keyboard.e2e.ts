import { expect, type Locator, type Page } from '@playwright/test';
import { createUpdate } from '#contract/publishing/updates.ts';
import {
  admin,
  expectAccessible,
  openSignedIn,
  person,
  test,
  unique,
} from '#test/support/browser.ts';
import { aNeedToLookAt, aProvenNeed } from '#test/support/proven-need.ts';

/** Presses Tab until something has the focus, like a person without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}.`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('the menu on phones works without a mouse', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  for (const path of ['/', '/auth/login']) {
    await page.goto(path);
    const button = page.getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const close = menu.getByRole('button', { name: 'Close menu' });
    await press(page, button);
    await expect(menu).toBeVisible();
    await expectAccessible(page);
    // The page behind cannot be reached, not even backwards.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator('main :focus')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await press(page, close);
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Space');
    await press(page, menu.getByRole('link', { name: 'Where the money goes' }));
    await expect(page).toHaveURL(/\/impact$/);
    await expect(menu).toBeHidden();
  }
});

test('a receipt opens, is read, and closes without a mouse', async ({ page, site, keep }) => {
  const { id } = await aNeedToLookAt(keep, site);
  await page.goto(`/impact/${id}`);
  const link = page.locator('a[data-receipt]').first();
  const viewer = page.getByRole('dialog', { name: 'Receipt' });
  await press(page, link);
  await expect(viewer.getByRole('heading', { name: 'What it proves' })).toBeVisible();
  await press(page, viewer.getByText('Fingerprints of the files'));
  await expect(viewer.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  // The page behind cannot be reached.
  await tabTo(page, viewer.getByRole('button', { name: 'Close the receipt' }));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('#content :focus:not(dialog *)')).toHaveCount(0);
  await press(page, viewer.getByRole('button', { name: 'Close the receipt' }));
  await expect(viewer).toBeHidden();
  await expect(link).toBeFocused();
});

test('the main job works without a mouse', async ({ page, site }) => {
  const { id: causeId, name: causeName } = await site.addCause();
  const nominee = unique('Keyboard nominee');
  await site.addNomination(causeId, nominee);

  await page.goto('/donate');
  await typeInto(page, page.getByLabel('Amount'), '10000');
  await typeInto(page, page.getByLabel('Cause'), causeName);
  await typeInto(page, page.getByLabel('First Name'), person.firstName);
  await typeInto(page, page.getByLabel('Last Name'), person.lastName);
  await typeInto(page, page.getByLabel('Email Address'), 'donor@example.com');
  await typeInto(page, page.getByLabel('Phone Number'), person.phone);
  await typeInto(page, page.getByLabel('Zip Code'), person.zip);
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('button', { name: 'Pay', exact: true }));
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();

  await page.goto('/admin/nominations');
  await typeInto(page, page.getByLabel('Email'), admin.email);
  await typeInto(page, page.getByLabel('Password', { exact: true }), admin.password);
  await page.keyboard.press('Enter');
  const row = page.getByRole('row').filter({ hasText: nominee });
  await press(page, row.getByRole('button', { name: /manage/i }));
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByRole('button', { name: 'Accept' }));
  await press(page, dialog.getByRole('link', { name: 'Allocate Funds' }));

  const donation = page.getByRole('row').filter({ hasText: causeName });
  await press(page, donation.getByRole('button', { name: /allocate/i }));
  const amount = page.getByRole('dialog').getByLabel('Amount', { exact: true });
  await expect(amount).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('40');
  await page.keyboard.press('Enter');
  await expect(page.getByText('$40.00 successfully allocated')).toBeVisible();
  await expect(donation.getByRole('button', { name: /allocate/i })).toBeFocused();
});

test('a framed preview keeps the keyboard in its dialog, and Escape closes it from within', async ({
  page,
  site,
  watched,
}) => {
  // Playwright would also run its own script in the frame.
  watched.allowErrors(/Blocked script execution in 'about:srcdoc'/);
  const { id } = await aProvenNeed(site);
  await site.call(createUpdate, {
    params: { id },
    body: { kind: 'progress', title: 'News', text: 'It is warm.', fileIds: [] },
  });
  const dialog = page.getByRole('dialog');
  /** Tab goes round once, through the frame and what follows it, and then Escape is pressed in the frame. */
  const walk = async (opener: Locator, frame: string, last: string) => {
    await opener.click();
    const isInFrame = () => page.evaluate(`document.activeElement.title`);
    await tabTo(page, dialog.getByTitle(frame));
    const after = dialog.getByRole('button', { name: last });
    for (let presses = 0; presses < 60; presses++) {
      if ((await isInFrame()) !== frame) break;
      await page.keyboard.press('Tab');
    }
    // An email has more after it than the first button.
    await tabTo(page, after);
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await tabTo(page, dialog.getByTitle(frame));
    await page.keyboard.press('Tab');
    expect(await isInFrame()).toBe(frame);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  };

  await openSignedIn(page, `/admin/nominations/${id}?open=all`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await walk(button('Preview'), 'The public page', 'Back to Editing');
  await walk(button('Preview and Publish'), 'The email', 'Not Yet');
});
