import { expect, type Page } from '@playwright/test';
import { fillInPerson } from '#test/support/browser.ts';

/** Gives an amount to the need whose page is open, and pays; reads the rule on the way. */
export async function giveToNeed(
  page: Page,
  { name, amount }: { name: string; amount: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Give to this need' }).click();
  const form = page.getByRole('main');
  await expect(form).toContainText(`Your donation is for ${name}.`);
  await expect(form).toContainText('or after 180 days. We email you then.');
  // What becomes of it, beside the form: not what is said of a donation to a cause.
  await expect(form).toContainText(`to the need that you chose, “${name}”`);
  await expect(form).not.toContainText('a nominee for your cause');
  await expect(page.getByRole('group', { name: 'How Often' })).toHaveCount(0);
  await page.getByLabel('Amount').pressSequentially(amount);
  await fillInPerson(page, 'donor@example.com');
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
}
