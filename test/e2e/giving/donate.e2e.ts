import { expect, type Page } from '@playwright/test';
import { deleteCause } from '#contract/vetting/causes.ts';
import { expectAccessible, person, test } from '#test/support/browser.ts';
import { test as stripeTest } from '#test/support/stripe-site.ts';
import { onRelease } from '#test/support/tier.ts';

async function fillIn(page: Page, causeName: string, amount = '2500'): Promise<void> {
  await page.getByLabel('Amount').pressSequentially(amount);
  await page.getByLabel('Cause').selectOption(causeName);
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill('donor@example.com');
  await page.getByLabel('Phone Number').fill(person.phone);
  await page.getByLabel('Zip Code').fill(person.zip);
}

const submit = (page: Page) =>
  page.getByRole('button', { name: 'Continue to Payment Information' }).click();

test.beforeEach(async ({ page, site }) => {
  await site.addCause();
  await page.goto('/donate');
});

test('has the fieldsets and fields of the specification', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Give a Donation' })).toBeVisible();
  const donation = page.getByRole('group', { name: 'Donation Information' });
  for (const label of ['Amount', 'Cause', 'Description', 'I am available to volunteer my time']) {
    await expect(donation.getByLabel(label)).toBeVisible();
  }
  const you = page.getByRole('group', { name: 'Your Information' });
  for (const label of ['First Name', 'Last Name', 'Email Address', 'Phone Number', 'Zip Code']) {
    await expect(you.getByLabel(label)).toBeVisible();
  }
  for (const text of ['a nominee that matches the cause', 'volunteer your time', 'with receipts']) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expectAccessible(page);
});

const badge = (page: Page) => page.getByRole('link', { name: 'powered by' });

test('says that the next page only simulates a payment', async ({ page }) => {
  await expect(page.getByText('the next page only simulates a payment')).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
});

stripeTest('says that Stripe takes the payments', async ({ page }) => {
  await expect(badge(page)).toHaveAttribute('href', 'https://stripe.com');
  await expect(page.getByText('takes only Stripe’s test cards')).toBeVisible();
  await expectAccessible(page);
});

test('shows what is missing under the fields, and only after submit', async ({ page }) => {
  await expect(page.getByText('Required')).toHaveCount(0);
  await page.getByLabel('Email Address').fill('not an address');
  await page.getByLabel('Zip Code').focus();
  await expect(page.getByText('Invalid email')).toHaveCount(0);
  await submit(page);
  // Amount, cause, first name, last name, phone, zip.
  await expect(page.getByText('Required', { exact: true })).toHaveCount(6);
  await expect(page.getByText('Invalid email')).toBeVisible();
  await expect(page).toHaveURL(/\/donate$/);
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Suggestions' }).getByRole('link').first().click();
  await expect(page.getByLabel('Amount')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Required', { exact: true })).toHaveCount(5);
});

test('keeps only digits in the amount, with the decimal point before the last two', async ({
  page,
}) => {
  const amount = page.getByLabel('Amount');
  await amount.pressSequentially('1a2.b3');
  await expect(amount).toHaveValue('$1.23');
  await amount.pressSequentially('4567');
  await expect(amount).toHaveValue('$12,345.67');
  await amount.press('Backspace');
  await expect(amount).toHaveValue('$1,234.56');
  await expect(amount).toHaveAccessibleDescription('Type the cents too: 2500 for $25.00.');
  await amount.fill('');
  await amount.pressSequentially('\u0662\u0665\u0660\u0660');
  await expect(amount).toHaveValue('$25.00');
  const meant = page.getByRole('status').filter({ hasText: / you mean/ });

  // What is pasted is the amount that it says.
  async function paste(text: string) {
    const description = page.getByLabel('Description');
    await description.fill(text);
    await description.press('ControlOrMeta+a');
    await description.press('ControlOrMeta+x');
    await amount.press('ControlOrMeta+a');
    await amount.press('ControlOrMeta+v');
  }
  for (const [text, shown] of [
    ['25', '$25.00'],
    ['$1,234.50', '$1,234.50'],
    ['25,50', '$25.50'],
    ['1.200,50', '$1,200.50'],
    ['30 dollars', '$30.00'],
  ] as const) {
    await paste(text);
    await expect(amount).toHaveValue(shown);
  }
  await paste('1,500');
  await expect(amount).toHaveValue('1,500');
  await expect(meant).toHaveText('Do you mean $1,500.00 or $1.50?');
  await meant.getByRole('button', { name: '$1,500.00' }).click();
  await expect(amount).toHaveValue('$1,500.00');
  await expect(meant).toHaveCount(0);

  // Foreign money is not taken one to one, nor for a hundredth.
  await paste('€50.00');
  await expect(amount).toHaveValue('€50.00');
  const inDollars = 'Amounts here are in US dollars.';
  await expect(meant).toHaveText(`${inDollars} Do you mean $50.00?`);
  await submit(page);
  // Said once, and heard in the field.
  await expect(amount).toHaveAccessibleDescription(
    new RegExp(`^${inDollars} Do you mean \\$50\\.00\\?`),
  );
  await expect(page.getByText(inDollars).filter({ visible: true })).toHaveCount(1);
  await paste('¥5000');
  await expect(amount).toHaveValue('¥5000');
  // What was said of another amount is not true anymore.
  await expect(page.getByText('$50.00')).toHaveCount(0);
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true');
  await expect(meant).toHaveText(`${inDollars} Do you mean $5,000.00?`);

  // What was spoken in words stays, and the form says that it is no amount.
  await amount.fill('');
  await page.keyboard.insertText('twenty five');
  await expect(amount).toHaveValue('twenty five');
  await submit(page);
  await expect(page.getByText('Enter an amount, such as 25.00')).toBeVisible();

  await page.reload();
  const next = page.getByRole('group', { name: 'How Often' });
  const place = await next.boundingBox();
  await amount.pressSequentially('250');
  await expect(amount).toHaveValue('$2.50');
  await expect(meant).toHaveText('Did you mean $250.00?');
  expect(await next.boundingBox()).toEqual(place);
  await expectAccessible(page);
  await meant.getByRole('button').click();
  await expect(amount).toHaveValue('$250.00');

  // The mark that the field drops says what is meant.
  await amount.press('ControlOrMeta+a');
  await amount.pressSequentially('25.57');
  await amount.press('Backspace');
  await expect(amount).toHaveValue('$2.55');
  await expect(meant).toHaveText('Did you mean $25.50?');
  await amount.press('ControlOrMeta+a');
  await amount.pressSequentially('1200,5');
  await expect(amount).toHaveValue('$120.05');
  await expect(meant).toHaveText('Did you mean $1,200.50?');
  await amount.pressSequentially('0');
  await expect(amount).toHaveValue('$1,200.50');
  await expect(meant).toHaveCount(0);
});

test('a canceled payment leads back to the form with what was typed', async ({ page, site }) => {
  const { name } = await site.addCause();
  await page.reload();
  await fillIn(page, name);
  await page.getByLabel('Description').fill('For the children.');
  await submit(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/donate$/);
  await expect(page.getByLabel('Amount')).toHaveValue('$25.00');
  await expect(page.getByLabel('Description')).toHaveValue('For the children.');
  await expect(page.getByLabel('Cause')).toContainText(name);
  await expect(page.getByLabel('Last Name')).toHaveValue(person.lastName);
});

test('asks for an amount within the limits', async ({ page, site }) => {
  const { name } = await site.addCause();
  await page.reload();
  await fillIn(page, name, '99');
  await submit(page);
  await expect(page.getByText('Must be at least $1.00')).toBeVisible();
});

test(
  'a refusal by the server shows under its field and keeps the form',
  onRelease,
  async ({ page, site, watched }) => {
    watched.allowErrors(/status of 400/);
    const { id, name } = await site.addCause();
    await page.reload();
    await fillIn(page, name);
    await site.call(deleteCause, { params: { id } });
    await submit(page);
    await expect(page.getByText('Choose a cause from the list').first()).toBeVisible();
    await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
  },
);

test('two clicks start one checkout', onRelease, async ({ page, site }) => {
  const { name } = await site.addCause();
  await page.reload();
  await fillIn(page, name);
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/donations')) calls += 1;
  });
  await page.getByRole('button', { name: 'Continue to Payment Information' }).dblclick();
  await expect(page.getByText('Test payment – no card is charged')).toBeVisible();
  expect(calls).toBe(1);
});

test(
  'going offline shows a notice and keeps the form',
  onRelease,
  async ({ page, site, context, watched }) => {
    watched.allowErrors(/ERR_INTERNET_DISCONNECTED/);
    const { name } = await site.addCause();
    await page.reload();
    await fillIn(page, name);
    await context.setOffline(true);
    await submit(page);
    await expect(page.getByText(/you are offline/i).first()).toBeVisible();
    await expect(page.getByLabel('Amount')).toHaveValue('$25.00');
    await context.setOffline(false);
    await submit(page);
    await expect(page.getByText('Test payment – no card is charged')).toBeVisible();
  },
);

test('the thank-you view is accessible and has no form', async ({ page }) => {
  await page.goto('/donate?status=success');
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
  await expect(page.getByLabel('Amount')).toHaveCount(0);
  await expectAccessible(page);
});
