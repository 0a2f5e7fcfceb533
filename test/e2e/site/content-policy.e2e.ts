import { expect, type Page } from '@playwright/test';
import { createDonation } from '#contract/giving/donations.ts';
import { person, recordFigures, test } from '#test/support/browser.ts';

// Every browser test checks that pages do not violate the policy; these are the pages that no other test opens.

test('the API reference complies with the policy', async ({ page }) => {
  await page.goto('/api/docs/');
  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  await page.getByText('/api/health', { exact: true }).click();
  await expect(page.getByText('Responses').first()).toBeVisible();
});

test('the test payment page complies with the policy', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const { url } = await site.call(createDonation, {
    body: { amount: 500, causeId, ...person, email: 'donor@example.com' },
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Thank You For Your Generosity!')).toBeVisible();
});

const put = (page: Page, html: string) =>
  page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(html)})`);

test('violations of the policy are blocked, and fail a test', async ({ page, watched }) => {
  watched.allowErrors(/[Pp]olicy|ERR_INVALID_URL/);
  const breaches: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('policy: ')) breaches.push(message.text());
  });
  /** Whether the browser reports a breach. */
  const isStopped = (breach: string) =>
    expect
      .poll(() => breaches)
      .toContain(`policy: ${breach}`)
      .then(
        () => true,
        () => false,
      );
  await page.goto('/');
  await put(page, '<img src="data:x" onerror="document.title = \'ran\'">');
  const stopped = [await isStopped('script-src-attr inline')];
  await expect(page).not.toHaveTitle('ran');
  await put(page, '<form id="trap" action="https://evil.example/"></form>');
  await page.evaluate('document.querySelector("#trap").submit()');
  stopped.push(await isStopped('form-action https://evil.example/?'));
  recordFigures('A24', {
    'forbidden things tried': stopped.length,
    stopped: stopped.filter(Boolean).length,
  });
  expect(stopped).toEqual([true, true]);
});
