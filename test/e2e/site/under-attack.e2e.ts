import { expect, type Page } from '@playwright/test';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { expectAccessible, person, test } from '#test/support/browser.ts';

const checking = 'Checking that you are not a robot…';

test.beforeEach(async ({ site, extraHTTPHeaders }) => {
  // A program on the visitor's own network, such as on another phone of the same carrier.
  const body = { email: 'bot@example.com', message: 'Buy!', website: 'http://spam.example' };
  await fetch(site.url + sendContactMessage.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...extraHTTPHeaders },
    body: JSON.stringify(body),
  });
});

/** Delays the solution, so that the test can look at the page meanwhile. */
async function holdProof(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/challenge-worker-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

async function fillInPerson(page: Page): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email Address').fill('honest@example.com');
  await page.getByLabel('Phone Number').fill(person.phone);
  await page.getByLabel('Zip Code').fill(person.zip);
}

test('a message gets through after a check that is visible and announced', async ({ page }) => {
  await page.goto('/contact-us');
  const release = await holdProof(page);
  await page.getByLabel('Email Address').fill('honest@example.com');
  await page.getByLabel('Message').fill('Is all well?');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  const notice = page.getByRole('status').filter({ hasText: checking });
  await expect(notice).toBeVisible();
  await expect(notice).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByLabel('Message')).toHaveValue('Is all well?');
  await expectAccessible(page);
  release();
  await expect(page.getByText('Thank you for your message.')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a donation gets to the payment page automatically', async ({ page, site }) => {
  const { name } = await site.addCause();
  await page.goto('/donate');
  await page.getByLabel('Amount').pressSequentially('2500');
  await page.getByLabel('Cause').selectOption(name);
  await fillInPerson(page);
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
  await expect(page.getByText('Test payment – no card is charged')).toBeVisible();
});

test('a nomination gets through automatically', async ({ page, site }) => {
  const { name } = await site.addCause();
  await page.goto('/nominate');
  await page.getByLabel('Nominee').fill('Maria');
  await page.getByLabel('Cause').selectOption(name);
  await page.getByLabel('Description').fill('Needs a ramp.');
  await fillInPerson(page);
  await page.getByRole('button', { name: 'Submit Nomination' }).click();
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
});

test('if the check is not possible, the form says so and keeps what was typed', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/ERR_FAILED/);
  await page.route('**/assets/challenge-worker-*.js', (route) => route.abort());
  await page.goto('/contact-us');
  await page.getByLabel('Email Address').fill('honest@example.com');
  await page.getByLabel('Message').fill('Is all well?');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByText(/Nothing was sent or charged; please try once more/)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('Is all well?');
  await page.unroute('**/assets/challenge-worker-*.js');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByText('Thank you for your message.')).toBeVisible();
});

test('a browser that fills in every field, even hidden ones, gets through', async ({
  page,
  site,
}) => {
  const { name } = await site.addCause();
  const fill = (field: string, text: string) =>
    page.locator(`input[name="${field}"]`).evaluate((input, value) => {
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      setter?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
  await page.goto('/nominate');
  await page.getByLabel('Nominee').fill('Maria');
  await page.getByLabel('Cause').selectOption(name);
  await page.getByLabel('Description').fill('Needs a ramp.');
  await fillInPerson(page);
  await fill('website', 'https://autofilled.example');
  await page.getByRole('button', { name: 'Submit Nomination' }).click();
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
});

test('a phone that changes its network meanwhile solves a second challenge', async ({ page }) => {
  let solutions = 0;
  await page.route('**/api/contact', async (route) => {
    // The first solution arrives from another network than the challenge was made for.
    if ((await route.request().headerValue('challenge-solution')) === null) return route.continue();
    solutions += 1;
    if (solutions > 1) return route.continue();
    const headers = { ...route.request().headers(), 'challenge-solution': 'e30=' };
    return route.continue({ headers });
  });
  await page.goto('/contact-us');
  await page.getByLabel('Email Address').fill('honest@example.com');
  await page.getByLabel('Message').fill('Is all well?');
  await page.getByRole('button', { name: 'Submit Message' }).click();
  await expect(page.getByText('Thank you for your message.')).toBeVisible();
  expect(solutions).toBe(2);
});
