import { expect, type Page } from '@playwright/test';
import {
  admin,
  expectFit,
  fillInPerson,
  openSignedIn,
  test,
  unique,
} from '#test/support/browser.ts';
import { documentPages } from '#test/support/pages.ts';
import { aNeedToLookAt, aProvenNeed } from '#test/support/proven-need.ts';

// A browser in which no script runs: the pages of a site, its forms, and the way around in it need none.
test.use({ javaScriptEnabled: false });

/** Fails unless these fields are invalid, each with its message, and no others. */
async function expectErrors(page: Page, errors: Record<string, string>): Promise<void> {
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(Object.keys(errors).length);
  for (const [label, message] of Object.entries(errors)) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
  }
}

test('every public page is complete, and fits on the narrowest phone', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 404/);
  test.setTimeout(240_000);
  const { id, name, cause } = await aProvenNeed(site);
  const shown: Record<string, string[]> = {
    '/': ['Donate With Confidence', 'All donations, to the cent', name],
    '/donate': ['Donation Information', 'Continue to Payment Information', cause.name],
    '/nominate': ['Nomination Information', 'Submit Nomination', cause.name],
    '/impact': ['Every cent of every donation', 'By cause', cause.name, name],
    [`/impact/${id}`]: [name, 'Allocated in total', 'proof: Receipt from the vendor'],
    '/contact-us': ['goes to the people on our team', 'Submit Message'],
  };
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [...documentPages, `/impact/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('contentinfo')).toContainText('Copyright');
    for (const text of shown[path] ?? []) await expect(page.getByRole('main')).toContainText(text);
    await expectFit(page, path);
  }
  await page.goto(`/impact/${id}`);
  const photo = page.getByRole('img', { name: 'A furnace in a cellar' });
  await photo.scrollIntoViewIfNeeded();
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
});

test('what needs script says so, and does not seem to load or to work', async ({ page }) => {
  for (const [path, text] of [
    ['/auth/login', 'Signing in and the admin area need JavaScript.'],
    ['/gift#x', 'To show this private page, your browser needs JavaScript.'],
    ['/unsubscribe#x', 'button of your email program works without it.'],
  ] as const) {
    await page.goto(path);
    await expect(page.locator('noscript p')).toContainText(text);
    await expect(page.getByText('Loading')).toBeHidden();
    await expect(page.getByRole('img', { name: 'Loading' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Stop these emails' })).toBeHidden();
  }
});

test('a visitor gets around on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/');
  const header = page.getByRole('banner');
  // Nothing that does nothing.
  for (const name of ['Menu', 'Dark mode', 'Light mode', /I understand/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await header.getByRole('link', { name: 'Nominate' }).click();
  await expect(page).toHaveURL(/\/nominate$/);
  await header.getByRole('link', { name: 'Donate' }).click();
  await expect(page).toHaveURL(/\/donate$/);
  await header.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Where the money goes' }).click();
  await expect(page).toHaveURL(/\/impact$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/contact-us$/);
});

test('a message is sent, after what was wrong with it', async ({ page, site, watched }) => {
  watched.allowErrors(/status of 400/);
  const message = unique('Do you take clothes?');
  await page.goto('/contact-us');
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expectErrors(page, { 'Email Address': 'Required' });
  await page.getByLabel('Email Address').fill('nobody@nowhere@');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expectErrors(page, { 'Email Address': 'Invalid email' });
  await expect(page.getByLabel('Email Address')).toHaveValue('nobody@nowhere@');
  await expect(page.getByLabel('Message')).toHaveValue(message);

  await page.getByLabel('Email Address').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByText('Thank you for your message. We will reply by email.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');
  await site.inbox.until(admin.email, 'message', (mails) =>
    mails.find(({ text = '' }) => text.includes(message)),
  );
});

test('a nomination is submitted, after what was missing', async ({ page, site, watched }) => {
  watched.allowErrors(/status of 400/);
  const { id, name } = await site.addCause();
  await page.goto('/nominate');
  await page.getByLabel('Nominee').fill('The Old Mill');
  await page.getByLabel('Cause').selectOption(name);
  await page.getByRole('button', { name: 'Submit Nomination' }).click();
  await expectErrors(page, {
    Description: 'Required',
    'First Name': 'Required',
    'Last Name': 'Required',
    'Email Address': 'Required',
    'Phone Number': 'Required',
    'Zip Code': 'Required',
  });
  await expect(page.getByLabel('Nominee')).toHaveValue('The Old Mill');
  await expect(page.getByLabel('Cause')).toHaveValue(id);

  await page.getByLabel('Description').fill('Needs a ramp.');
  await fillInPerson(page, 'nominator@example.com');
  await page.getByRole('button', { name: 'Submit Nomination' }).click();
  await expect(page).toHaveURL(/\/nominate\?status=success$/);
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
  await expect(page.getByText('nominator@example.com')).toBeVisible();
  await site.inbox.waitFor('nominator@example.com', 'We received your nomination');
});

test('a donation gets to the payment page, after what was wrong with it', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const { id, name } = await site.addCause();
  const submit = () =>
    page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await page.goto('/donate');
  await expect(page.getByText('the next page only simulates a payment')).toBeVisible();
  for (const [typed, message] of [
    ['a lot', 'Enter an amount, such as 25.00'],
    ['0.99', 'Must be at least \\$1.00'],
  ] as const) {
    await page.getByLabel('Amount').fill(typed);
    await submit();
    await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByLabel('Amount')).toHaveValue(typed);
  }
  await page.getByLabel('Amount').fill('25');
  await page.getByLabel('Cause').selectOption(name);
  await page.getByLabel('Description').fill('For the children.');
  await page.getByLabel('I am available to volunteer my time').check();
  await fillInPerson(page, 'not an address');
  await submit();
  await expectErrors(page, { 'Email Address': 'Invalid email' });
  await expect(page.getByLabel('Amount')).toHaveValue('25');
  await expect(page.getByLabel('Cause')).toHaveValue(id);
  await expect(page.getByLabel('Description')).toHaveValue('For the children.');
  await expect(page.getByLabel('I am available to volunteer my time')).toBeChecked();

  const donor = 'donor-without-script@example.com';
  await page.getByLabel('Email Address').fill(donor);
  await submit();
  // The page in between leads there by itself.
  await expect(page.getByText('Test payment – no card is charged')).toBeVisible();
  await expect(page.getByText('$25.00')).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page).toHaveURL(/\/donate\?status=success$/);
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Follow your donation' })).toHaveAttribute(
    'href',
    /^\/gift#[\w-]{43}$/,
  );
  const receipt = await site.inbox.waitFor(donor, 'Thank you for your donation of $25.00');
  expect(receipt.text).toContain(name);
});

test('the needs are filtered by a button', async ({ page, site, keep }) => {
  const { name, cause } = await aNeedToLookAt(keep, site);
  const { id: otherId } = await site.addCause();
  await page.goto('/impact');
  const filters = page.getByRole('form', { name: 'Filter the needs' });
  const apply = () => filters.getByRole('button', { name: 'Show needs' }).click();
  await filters.getByLabel('Cause').selectOption(otherId);
  await apply();
  await expect(page).toHaveURL(/causeId=[\w-]+&state=&sort=#needs$/);
  await expect(page.getByText('Nothing has been published for this selection yet.')).toBeVisible();
  await expect(filters.getByLabel('Cause')).toHaveValue(otherId);
  await filters.getByLabel('Cause').selectOption(cause.id);
  await filters.getByLabel('Show').selectOption('Open');
  await apply();
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('the form in the header ends the session', async ({ page, watched }) => {
  watched.allowErrors(/status of 401/);
  const { email } = admin;
  await openSignedIn(page, '/contact-us');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: email })).toBeVisible();
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(email)).toBeHidden();
  expect(await (await page.request.get('/api/auth')).text()).toMatch(/^(null)?$/);
});
