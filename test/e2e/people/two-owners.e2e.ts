import { expect } from '@playwright/test';
import {
  expectAccessible,
  type Keep,
  openSignedIn,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { beginDeposit } from '#test/support/deposit-dialog.ts';
import { aMember, openAs } from '#test/support/member.ts';

// A second owner turns approvals on for everybody, so that this site is none of other tests; one worker is enough for it.
test.use({ siteEnv: { SITE_NAME: 'Two Owners' } });
test.describe.configure({ mode: 'default' });

const aSecondOwner = (keep: Keep, site: Site) =>
  keep('the second owner', () => aMember(site, ['owner']));

test('with approvals, somebody else confirms it or sends it back', async ({
  page,
  site,
  elsewhere,
  keep,
}) => {
  const cause = await site.addCause();
  const second = await aSecondOwner(keep, site);
  const name = await beginDeposit(page, '1', '12.00');
  await page.getByLabel('Cause, line 1').selectOption(cause.name);
  await page.getByLabel('Amount, line 1').fill('12');
  await expect(page.getByText('1 of 1 line, $12.00 of $12.00. It adds up.')).toBeVisible();
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await expect(page.getByText('Closed. Somebody else can confirm it now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Deposit' })).toBeDisabled();
  await expect(page.getByText('You have closed this deposit').first()).toBeVisible();

  const other = await elsewhere.newPage();
  await openAs(other, second.email, '/admin');
  await other.getByRole('link', { name: '1 deposit' }).click();
  await other.getByRole('link', { name }).click();
  await other.getByRole('button', { name: 'Send Back' }).click();
  const dialog = other.getByRole('dialog', { name: 'Send Back' });
  await dialog.getByLabel('Reason').fill('I count 13 dollars.');
  await dialog.getByRole('button', { name: 'Send Back' }).click();
  await expect(dialog).toBeHidden();

  await page.reload();
  await expect(page.getByText('I count 13 dollars.')).toBeVisible();
  await page.getByLabel('Amount, line 1').fill('13');
  await page.getByLabel('Counted total').fill('13.00');
  await page.getByRole('button', { name: 'Save and Close' }).click();
  await expect(page.getByRole('button', { name: 'Confirm Deposit' })).toBeDisabled();

  await other.reload();
  await other.getByRole('button', { name: 'Confirm Deposit' }).click();
  await expect(other.getByText('Confirmed. The lines are donations now.')).toBeVisible();
  await other.getByRole('button', { name: 'Reverse: $13.00, Not named' }).click();
  const reverse = other.getByRole('dialog', { name: 'Reverse a Line' });
  await reverse.getByLabel('Reason').fill('It was 12 after all.');
  await reverse.getByRole('button', { name: 'Reverse' }).click();
  await expect(other.getByText('Nothing is done yet.').first()).toBeVisible();
});

test('a new owner takes the approval of a second one', async ({ page, site, elsewhere, keep }) => {
  const second = await aSecondOwner(keep, site);
  await openSignedIn(page, '/admin/users?add=true');
  const lastName = unique('Newton').replaceAll(' ', '-');
  const email = `${lastName.toLowerCase()}@example.org`;
  const form = page.getByRole('form', { name: /add a user/i });
  await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await form.getByRole('checkbox', { name: 'Owner' }).check();
  await expect(form.getByText('Viewer adds nothing to Owner.')).toBeVisible();
  await expect(form.getByText('Does everything, including people and settings.')).toBeVisible();
  await form.getByLabel('First Name').fill('Isaac');
  await form.getByLabel('Last Name').fill(lastName);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('checkbox', { name: 'Viewer' }).uncheck();
  await form.getByRole('checkbox', { name: 'Auditor' }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText('Nothing is done yet.').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0);

  const other = await elsewhere.newPage();
  await openAs(other, second.email, '/admin/approvals');
  const request = other.getByRole('row').filter({ hasText: `Isaac ${lastName}` });
  await request.getByRole('button', { name: 'Decide' }).click();
  const decision = other.getByRole('dialog', { name: 'Approval' });
  await expect(decision).toContainText('Auditor, Owner');
  await decision.getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Approved and done')).toBeVisible();
  await site.inbox.waitFor(email, 'You are invited');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Auditor, Owner');
});
