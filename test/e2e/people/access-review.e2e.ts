import { expect } from '@playwright/test';
import { expectAccessible, openSignedIn, test } from '#test/support/browser.ts';
import { aMember } from '#test/support/member.ts';

test('an owner reads who may do what, and confirms it with one press', async ({ page, site }) => {
  const { lastName } = await aMember(site);
  await openSignedIn(page, '/admin/users');
  const users = page.getByRole('table', { name: 'Users' });
  const own = users.getByRole('row').filter({ hasText: lastName });
  await expect(own).toContainText('Treasurer');
  await expect(own).toContainText('No second factor');
  await page.getByRole('link', { name: 'Review who may do what' }).click();
  const review = page.getByRole('table', { name: 'Who may do what' });
  await expect(review.getByRole('row').filter({ hasText: lastName })).toContainText('Treasurer');
  await expectAccessible(page);
  const button = page.getByRole('button', { name: 'Everything Is Right' });
  await button.click();
  await expect(page.getByText('The review is in the audit trail')).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(page.getByText('Admin User last confirmed it')).toBeVisible();
  await page.goto('/admin/audit');
  await expect(page.getByText('Confirmed that everybody’s roles are right').first()).toBeVisible();
});
