import { expect } from '@playwright/test';
import { test } from '#test/support/browser.ts';
import { expectNothingLost } from '#test/support/form-failures.ts';
import { visitorForms } from '#test/support/forms.ts';
import { isRelease } from '#test/support/tier.ts';

// They share their code: the most common one on each change, all before a release.
for (const form of isRelease ? visitorForms : visitorForms.slice(0, 1)) {
  test(`${form.name}: a failure loses nothing, and two clicks send once`, async ({
    page,
    context,
    site,
    watched,
  }) => {
    watched.allowErrors(/Failed to load resource/);
    await page.goto(await form.at(site));
    await expectNothingLost(page, context, form);
  });
}

test('a form whose rules cannot be loaded still works, and is checked by the server', async ({
  page,
  context,
  watched,
}) => {
  watched.allowErrors(/Failed to load resource/);
  await page.goto('/nominate');
  await expect(page.getByLabel('Nominee')).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Nominee').fill('The Old Mill');
  await page.getByRole('button', { name: 'Submit Nomination' }).click();
  await expect(page.getByText('You are offline. Nothing you typed is lost')).toBeVisible();
  await expect(page.getByLabel('Nominee')).toHaveValue('The Old Mill');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Submit Nomination' }).click();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(7);
});
