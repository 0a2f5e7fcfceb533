import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { createUser } from '#contract/people/users.ts';
import { createUpdate } from '#contract/publishing/updates.ts';
import { admin, openSignedIn, type Site, test, unique } from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';
import { onRelease } from '#test/support/tier.ts';

/** A place to start from, and the dialogs that open there, each over the previous one. */
interface Way {
  at: string;
  dialogs: { button: string | RegExp; within?: Locator; title: string }[];
}

const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** The response that the server gives ten minutes after signing in. */
const askToConfirm = (route: Route) =>
  route.fulfill({
    status: 403,
    json: { code: 'confirm_identity', message: 'Please confirm.', requestId: 'x' },
  });

/** Opens the dialogs, then leaves each in every way: Back, Forward, a reload, and Escape. */
async function walk(page: Page, { at, dialogs }: Way): Promise<void> {
  await page.goto(at);
  const start = page.url();
  let under: Locator | Page = page;
  for (const { button, within, title } of dialogs) {
    const dialog = dialogOf(page, title);
    const opener = (within ?? under).getByRole('button', { name: button, exact: true }).first();
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    under = dialog;
  }
  for (const { title } of dialogs.toReversed()) {
    await dialogOf(page, title).getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, title)).toBeHidden();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(start);
}

async function openWays(page: Page, ways: Way[]): Promise<void> {
  await openSignedIn(page, '/admin');
  for (const way of ways) {
    const titles = way.dialogs.map(({ title }) => title).join(' › ');
    await test.step(titles, () => walk(page, way));
  }
}

async function anAllocation(site: Site) {
  const cause = await site.addCause();
  const donation = await site.addDonation(cause.id, 10_000);
  const nomination = await site.addNomination(cause.id, unique('Nominee'));
  await site.accept(nomination);
  await site.allocate(donation, nomination, 4_000);
  return { donation, nomination };
}

test(
  'dialogs about money and nominations close with Back and reopen after a reload',
  onRelease,
  async ({ page, site }) => {
    const { donation, nomination } = await anAllocation(site);
    const manage = { button: 'Details', title: 'Manage Donation' };
    const donations = `/admin/donations?id=${donation}`;
    await openWays(page, [
      { at: donations, dialogs: [manage, { button: 'Release', title: 'Release Allocation' }] },
      { at: donations, dialogs: [manage, { button: 'Move', title: 'Move to Another Donation' }] },
      { at: donations, dialogs: [manage, { button: 'Refund', title: 'Refund Donation' }] },
      {
        at: donations,
        dialogs: [manage, { button: 'Send a New Private Link', title: 'Send a New Private Link' }],
      },
      {
        at: `${donations}&nominationId=${nomination}`,
        dialogs: [{ button: 'Allocate', title: 'Allocate Funds' }],
      },
      {
        at: `/admin/nominations?id=${nomination}`,
        dialogs: [
          { button: 'Manage', title: 'Manage Nomination' },
          { button: 'Release', title: 'Release Allocation' },
        ],
      },
      {
        at: `/admin/nominations?id=${nomination}&donationId=${donation}`,
        dialogs: [{ button: 'Allocate', title: 'Allocate Funds' }],
      },
    ]);
  },
);

test('dialogs about people and causes close with Back and reopen after a reload', async ({
  page,
  site,
}) => {
  const cause = await site.addCause();
  const lastName = unique('Hopper').replaceAll(' ', '-');
  await site.call(createUser, {
    body: { firstName: 'Grace', lastName, email: `${lastName.toLowerCase()}@example.org` },
  });
  const row = page.getByRole('row').filter({ hasText: lastName });
  await openWays(page, [
    {
      at: '/admin/causes',
      dialogs: [{ button: `Delete ${cause.name}`, title: 'Delete Cause' }],
    },
    { at: '/admin/users', dialogs: [{ button: 'Manage', within: row, title: 'Manage User' }] },
    {
      at: '/admin/users',
      dialogs: [{ button: `Delete Grace ${lastName}`, title: 'Delete User' }],
    },
    {
      at: '/admin/account',
      dialogs: [{ button: 'Sign Out Everywhere', title: 'Sign Out Everywhere' }],
    },
  ]);
});

test(
  'dialogs of the page of a nomination close with Back and reopen after a reload',
  onRelease,
  async ({ page, site, watched }) => {
    // Playwright would also run its own script in the frame of the email.
    watched.allowErrors(/Blocked (script execution in 'about:srcdoc'|opening)/);
    const { id } = await aProvenNeed(site);
    await site.call(createUpdate, {
      params: { id },
      body: { kind: 'progress', title: 'News', text: 'It is warm.', fileIds: [] },
    });
    const at = `/admin/nominations/${id}?open=all`;
    const files = page.getByRole('list', { name: 'Files' });
    const updates = page.getByRole('list', { name: 'Updates' });
    const over = (button: string, title: string, within?: Locator): Way => ({
      at,
      dialogs: [{ button, title, ...(within && { within }) }],
    });
    await openWays(page, [
      over('Record an Expense', 'Record an Expense'),
      over('Undo the expense paid to Miller Heating', 'Undo Expense'),
      over('Release What Is Not Spent', 'Release What Is Not Spent'),
      over('Describe', 'Describe File'),
      over('Black Out', 'Black Out'),
      over('Withdraw Consent', 'Withdraw Consent'),
      over('Delete', 'Delete File', files),
      over('Preview', 'Preview'),
      over('Unpublish Page', 'Unpublish Page'),
      over('Delete', 'Delete Draft', updates),
      {
        at,
        dialogs: [
          { button: 'Preview and Publish', title: 'As Donors Will See It' },
          { button: 'Publish', title: 'Publish Update' },
        ],
      },
    ]);
  },
);

test('closing a dialog that a link opened leaves only the list', async ({ page, site }) => {
  const { donation } = await anAllocation(site);
  await openSignedIn(page, `/admin/donations?manage=${donation}&manage.link=true`);
  await dialogOf(page, 'Send a New Private Link').getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/admin/donations?manage=${donation}`);
  await page.goto(`/admin/donations?manage=${donation}&manage.unknown=true`);
  await dialogOf(page, 'Manage Donation').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/admin/donations');
  await test.step('a slip does not lose what is typed, and a late answer closes its own dialog alone', async () => {
    await page.goto(`/admin/donations?manage=${donation}`);
    const opener = dialogOf(page, 'Manage Donation').getByRole('button', { name: 'Refund' });
    const refund = dialogOf(page, 'Refund Donation');
    const question = dialogOf(page, 'Discard What You Typed?');
    const answer = async (name: string) => {
      await question.getByRole('button', { name }).click();
      await expect(question).toBeHidden();
    };
    const slips = [() => page.keyboard.press('Escape'), () => page.goBack()];
    for (const slip of slips) {
      await opener.click();
      await refund.getByLabel('Reason').fill('Given twice.');
      await slip();
      await answer('Keep Editing');
      await slip();
      // Whoever goes back instead of answering stays.
      await expect(question).toBeVisible();
      await page.goBack();
      await expect(question).toBeHidden();
      await expect(refund.getByLabel('Reason')).toHaveValue('Given twice.');
      await slip();
      await answer('Discard');
      await expect(refund).toBeHidden();
      await expect(page).toHaveURL(`/admin/donations?manage=${donation}`);
    }

    await opener.click();
    await refund.getByLabel('Amount').fill('1');
    await refund.getByLabel('Reason').fill('Given twice.');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/refunds', (route) => held.then(() => route.continue()), { times: 1 });
    const isSent = page.waitForRequest('**/refunds');
    await refund.getByRole('button', { name: 'Refund' }).click();
    await isSent;
    // What is on its way is not lost, so nothing is asked.
    await page.keyboard.press('Escape');
    await expect(refund).toBeHidden();
    await opener.click();
    await refund.getByLabel('Reason').fill('Another one.');
    release();
    await expect(page.getByText('$1.00 refunded')).toBeVisible();
    await expect(refund.getByLabel('Reason')).toHaveValue('Another one.');
    await refund.getByRole('button', { name: 'Cancel' }).click();
    await expect(refund).toBeHidden();

    // Fields that send nothing, and a form on a page that a link leaves.
    await page.goto('/admin/causes');
    await page.getByRole('button', { name: 'Link to the Form' }).click();
    const link = dialogOf(page, 'Link to the Donation Form');
    await expect(link.getByLabel('Cause')).toBeFocused();
    await link.getByLabel('Amount').fill('12');
    await link.getByRole('button', { name: 'Close' }).click();
    await answer('Discard');
    await expect(link).toBeHidden();
    await page.getByRole('button', { name: 'Add Cause' }).click();
    await page.getByLabel('Name').fill('Roofs');
    const elsewhere = page.getByRole('link', { name: 'Nominations', exact: true });
    await elsewhere.click();
    await answer('Keep Editing');
    await expect(page.getByLabel('Name')).toHaveValue('Roofs');
    await elsewhere.click();
    await answer('Discard');
    await expect(page.getByRole('heading', { name: 'Manage Nominations' })).toBeVisible();
  });
  // A dialog over another one opens only with it.
  await page.goto('/admin/donations?manage.link=true');
  await expect(page.getByRole('heading', { name: 'Manage Donations' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the confirmation dialog closes with Back, and does not reopen after a reload', async ({
  page,
  watched,
}) => {
  watched.allowErrors(/status of 403/);
  await openSignedIn(page, '/admin/users');
  await page.route('**/api/users', (route) =>
    route.request().method() === 'POST' ? askToConfirm(route) : route.continue(),
  );
  await page.getByRole('button', { name: 'Add User' }).click();
  const form = page.getByRole('form', { name: 'Add a user' });
  await form.getByLabel('First Name').fill('Emmy');
  await form.getByLabel('Last Name').fill('Noether');
  await form.getByLabel('Email').fill('emmy@example.org');
  const question = dialogOf(page, 'Please Confirm It Is You');
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page.getByText('Please confirm.')).toBeVisible();
  await expect(form.getByLabel('Last Name')).toHaveValue('Noether');
  await form.getByRole('button', { name: 'Add User' }).click();
  await expect(question).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/admin/users?add=true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the confirmation opens over the dialog whose call needs it, and the call then succeeds', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 403/);
  const { donation, nomination } = await anAllocation(site);
  const question = dialogOf(page, 'Please Confirm It Is You');
  const confirm = async () => {
    await question.getByLabel('Your Password').fill(admin.password);
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(question).toBeHidden();
  };
  /** Once the list is filtered. */
  const pressOnly = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toHaveCount(1);
    await button.click();
  };
  // Every page of the admin area has the confirmation; the other dialogs are mounted after it, with their page.
  await openSignedIn(page, '/admin');
  await page.getByRole('link', { name: 'Donations', exact: true }).click();
  await page.getByLabel('ID', { exact: true }).fill(donation);
  await pressOnly('Details');
  const manage = dialogOf(page, 'Manage Donation');
  await manage.getByRole('button', { name: 'Refund' }).click();
  const refund = dialogOf(page, 'Refund Donation');
  await refund.getByLabel('Amount').fill('20');
  await refund.getByLabel('Reason').fill('Given twice.');
  await page.route('**/api/donations/*/refunds', askToConfirm, { times: 2 });
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(question.getByLabel('Your Password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(refund.getByLabel('Reason')).toHaveValue('Given twice.');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await confirm();
  await expect(refund).toBeHidden();
  await expect(manage.getByRole('table', { name: 'Refunds and disputes' })).toContainText('$20.00');

  await manage.getByRole('link', { name: 'Allocate Funds' }).click();
  // The list that one comes from has such a field, too, and stays until the other one is there.
  await expect(page.getByRole('heading', { name: 'Manage Nominations' })).toBeVisible();
  await page.getByLabel('ID', { exact: true }).fill(nomination);
  await pressOnly('Allocate');
  const allocate = dialogOf(page, 'Allocate Funds');
  await page.route('**/api/allocations', askToConfirm, { times: 1 });
  // A field for numbers would drop the comma, and say nothing of it.
  const amount = allocate.getByLabel('Amount');
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAttribute('type', 'number');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1,500');
  await expect(amount).toHaveValue('1,500');
  await allocate.getByRole('button', { name: 'Allocate Funds' }).click();
  await expect(allocate.getByText('Do you mean $1,500.00 or $1.50?')).toBeVisible();
  await amount.fill('10');
  await allocate.getByRole('button', { name: 'Allocate Funds' }).click();
  await confirm();
  await expect(page.getByText('$10.00 successfully allocated')).toBeVisible();
});
