import { expect } from '@playwright/test';
import type { NominationId } from '#contract/ids.ts';
import { getNomination } from '#contract/vetting/nominations.ts';
import { expectAccessible, openSignedIn, test, unique } from '#test/support/browser.ts';

test('a decision acts at once, says when its email leaves, and is undone in the notice', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const id = await site.addNomination(causeId, unique('Nominee'));
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  const notice = page.getByRole('status').filter({ hasText: /Rejected\. The email leaves at/ });
  await expect(notice).toContainText(/at \d{1,2}:\d\d [AP]M\./);
  await expect(dialog.getByText('Rejected', { exact: true })).toBeVisible();
  // It is there for two seconds, in which a busy machine asks once or not at all: the page itself looks out for it.
  const undone = page.getByText('Undone. No email leaves.').waitFor();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await undone;
  await expect(notice).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Pending', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(dialog).toBeFocused();

  // With the dialog closed, the keyboard continues on the page.
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(notice).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('on a clock of its own', () => {
  test.use({ isBrowserNew: true });

  test('the dialog offers Undo for as long as it is possible, also to somebody else later', async ({
    page,
    site,
  }) => {
    const { id: causeId } = await site.addCause();
    const id = await site.addNomination(causeId, unique('Nominee'));
    await site.accept(id);
    await page.clock.install();
    await openSignedIn(page, `/admin/nominations?manage=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
    await expect(dialog).toContainText(/The email leaves at \d{1,2}:\d\d [AP]M\./);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(dialog.getByText('Pending', { exact: true })).toBeVisible();
    await expect(dialog).toBeFocused();

    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.clock.fastForward('11:00');
    await expect(dialog.getByRole('button', { name: 'Undo' })).toBeHidden();
    await expect(dialog.getByText('Accepted', { exact: true })).toBeVisible();
  });
});

test('a notice about a nomination gives way to what is decided next', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const nominee = unique('Nominee');
  const id = await site.addNomination(causeId, nominee);
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  const notices = page.getByRole('status').filter({ hasText: 'email' });
  const accepted = notices.filter({ hasText: 'Accepted. The email leaves at' });
  const undone = notices.filter({ hasText: 'Undone. No email leaves.' });
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(accepted).toContainText(nominee);
  const isUndone = undone.waitFor();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await isUndone;
  expect(await notices.count()).toBe(1);
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(accepted).toBeVisible();
  expect(await notices.count()).toBe(1);
});

test('an undo that is refused says why', async ({ page, site, watched }) => {
  watched.allowErrors(/status of 409/);
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5_000);
  const id = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(id);
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
  await site.allocate(donationId, id, 3_000);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByText(
      '$30.00 is allocated to this nomination. Release its allocations first, then undo this.',
    ),
  ).toBeVisible();
  await expect(dialog.getByText('Accepted', { exact: true })).toBeVisible();
});

test('completing with money unspent shows the email first, and only then acts', async ({
  page,
  site,
}) => {
  const { id: causeId } = await site.addCause();
  const donationId = await site.addDonation(causeId, 5_000);
  const id = await site.addNomination(causeId, unique('Nominee'));
  await site.accept(id);
  await site.allocate(donationId, id, 4_305);
  const isCompleted = async (of: NominationId) =>
    (await site.call(getNomination, { params: { id: of } })).isCompleted;
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const manage = page.getByRole('dialog', { name: 'Manage Nomination' });
  await manage.getByRole('button', { name: 'Complete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete Nomination' });
  await expect(dialog).toContainText('$43.05 of the $43.05 allocated is not spent.');
  await expect(dialog).toContainText('nom@example.com');
  const mail = page.frameLocator('iframe[title="The email"]');
  await expect(mail.getByText('$43.05 was allocated to it and has not been spent.')).toBeVisible();
  await expect(mail.getByText('It can still go to this need, or to another need of')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Not Yet' }).click();
  await expect(dialog).toBeHidden();
  expect(await isCompleted(id)).toBe(false);

  await manage.getByRole('button', { name: 'Complete' }).click();
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Completed\. The email leaves at/)).toBeVisible();
  expect(await isCompleted(id)).toBe(true);
  await manage.getByRole('button', { name: 'Undo' }).click();
  await expect(manage.getByText('Accepted', { exact: true })).toBeVisible();
  expect(await isCompleted(id)).toBe(false);
});

test('the preview of a letter goes when its words change', async ({ page, site }) => {
  const { id: causeId } = await site.addCause();
  const id = await site.addNomination(causeId, unique('Nominee'));
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  await dialog.getByRole('button', { name: 'Write a Letter' }).click();
  const writing = page.getByRole('dialog', { name: 'Decide with a Letter' });
  const letter = writing.getByLabel('Letter to the nominator');
  // Nothing is chosen for whoever opens it to decline.
  await expect(writing.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(writing.getByRole('button', { name: 'Accept it' })).toHaveCount(0);
  await writing.getByRole('radio', { name: 'Reject it' }).check();
  await expect(writing.getByRole('button', { name: 'Reject it' })).toBeVisible();
  await letter.fill('Dear Ada,');
  await writing.getByRole('button', { name: 'Preview' }).click();
  await expect(writing.locator('iframe')).toBeInViewport({ ratio: 0.5 });
  await letter.fill('Dear Grace,');
  await expect(writing.locator('iframe')).toBeHidden();
});
