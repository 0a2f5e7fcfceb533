import { expect, type Locator } from '@playwright/test';
import { type AdminPage, adminPages, adminPaths } from '#contract/admin-pages.ts';
import { addBankAccount } from '#contract/banking/bank-accounts.ts';
import { addDeposit } from '#contract/giving/deposits.ts';
import { getDonation } from '#contract/giving/donations.ts';
import { recordInKindDonation } from '#contract/giving/in-kind.ts';
import { updateUser } from '#contract/people/users.ts';
import { createUpdate } from '#contract/publishing/updates.ts';
import { addVolunteer, recordHours } from '#contract/volunteers/volunteers.ts';
import { type Right, type Role, rightsOf, roles } from '#core/people/rights.ts';
import {
  admin,
  expectAccessible,
  expectTidy,
  goWithin,
  type Keep,
  openSignedIn,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { aMember, memberPassword, openAs } from '#test/support/member.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';
import { picture } from '#test/support/sample-files.ts';
import { onRelease } from '#test/support/tier.ts';

// A site with nothing that other tests have made: each place has these buttons and no others.
test.use({ siteEnv: { SITE_NAME: 'Roles' } });
test.describe.configure({ mode: 'default' });

/** Who sees something: those with one of these rights, or everybody. */
type For = readonly Right[] | 'everybody';

/** What there is to press at a place, and who sees it. Anything else there fails the test. */
interface Place {
  path: string;
  /** Absent: everybody may open it. */
  for?: For;
  dialog?: string;
  /** Once this is there, so is everything else. */
  when: string;
  presses: Record<string, For>;
}

const everybody = 'everybody';
const close = { Close: everybody } as const;

type Need = Awaited<ReturnType<typeof aProvenNeed>>;

/** The places that show a need, its donation, and nominations in other states. */
async function placesOf(site: Site, need: Need): Promise<Place[]> {
  const pending = await site.addNomination(need.cause.id, unique('Pending'));
  const accepted = await site.addNomination(need.cause.id, unique('Accepted'));
  await site.accept(accepted);
  await site.upload(need.id, 'photo', await picture());
  const draft = { kind: 'progress' as const, title: 'A draft', text: 'Not yet.', fileIds: [] };
  await site.call(createUpdate, { params: { id: need.id }, body: draft });
  const caller = { firstName: 'Rosa', lastName: unique('Volunteer'), email: '', phone: '555-0188' };
  const volunteer = await site.call(addVolunteer, {
    body: { ...caller, nominationId: need.id, notes: '' },
  });
  await site.call(recordHours, {
    params: { id: volunteer.id },
    body: { day: '2026-01-02', minutes: 60, what: 'Drove', nominationId: null, isConfirmed: false },
  });
  const bank = await site.call(addBankAccount, { body: { name: unique('Checking'), number: '' } });
  const things = await site.call(recordInKindDonation, {
    body: {
      firstName: 'Imani',
      lastName: 'Brooks',
      description: 'Two winter coats',
      receivedOn: '2026-01-15',
    },
  });
  const deposit = await site.call(addDeposit, {
    body: { title: unique('Box'), expectedCount: 2, expectedAmount: 5_000 },
  });
  const volunteers: Right[] = ['volunteers.write'];
  const decide: Right[] = ['nominations.decide'];
  const overview = {
    'Set Goal': decide,
    Complete: decide,
    Reject: decide,
    'Write a Letter': decide,
    Undo: decide,
    'Complete or Reject': decide,
    'Allocate Funds': ['allocations.propose'],
    'Allocate the Oldest': ['allocations.propose'],
    'Send the Tracking Link': decide,
    'Correct Name or Facts': decide,
    'I Have a Conflict of Interest': decide,
    'Add Note': decide,
    'Ask the Nominee': decide,
    'Record a Paper': decide,
    'Record a No': decide,
    'Record an Expense': ['money.write'],
  } satisfies Record<string, Right[]>;
  const read: Right[] = ['nominations.read'];
  // What a page of a nomination consists of, whoever opens it, and the way to its neighbors.
  const sections: Record<string, For> = {
    'Questions to the Nominator': read,
    Checklist: read,
    Notes: read,
    Recommendations: read,
    'Consent of the Nominee': read,
    Decisions: read,
    Money: everybody,
    Donors: everybody,
    Expenses: everybody,
    'Receipts, Photos, and Videos': everybody,
    'Public Page': everybody,
    Updates: everybody,
    'Open only what matters now': everybody,
    'Turn off J and K': everybody,
  };
  const adding: Record<string, For> = {
    'Add Receipts': ['files.write'],
    'Add Photos': ['files.write'],
    'Add a Video': ['files.write'],
  };
  return [
    {
      path: '/admin/causes',
      when: need.cause.name,
      presses: {
        'Add Cause': ['causes.write'],
        Order: ['causes.write'],
        'Link to the Form': everybody,
        Export: ['exports.create'],
        Name: everybody,
        Donations: everybody,
        Nominations: everybody,
      },
    },
    {
      path: `/admin/nominations?manage=${pending}`,
      dialog: 'Manage Nomination',
      when: 'Reference',
      presses: {
        ...close,
        Accept: decide,
        Reject: decide,
        'Write a Letter': decide,
        'Open the Nomination': everybody,
      },
    },
    {
      path: `/admin/nominations/${pending}?open=all`,
      when: 'There are no updates yet.',
      presses: {
        ...sections,
        Accept: decide,
        Reject: decide,
        'Write a Letter': decide,
        Send: decide,
        'Add another question': decide,
        'Start Checking': decide,
        'Send the Tracking Link': decide,
        'Correct Name or Facts': decide,
        // What the nominee is, which begins the checklist.
        Person: decide,
        Organization: decide,
        Need: decide,
        For: decide,
        Against: decide,
        Unsure: decide,
        'I Have a Conflict of Interest': decide,
        'Add Note': decide,
        'Ask the Nominee': decide,
        'Record a Paper': decide,
        'Record a No': decide,
        ...adding,
        'Save Public Page': ['pages.draft'],
        Preview: ['pages.draft'],
        'Publish Page': ['pages.publish'],
        'Write an Update': ['pages.draft'],
      },
    },
    {
      path: `/admin/nominations?manage=${need.id}`,
      dialog: 'Manage Nomination',
      when: 'Reference',
      presses: {
        ...close,
        'Set Goal': decide,
        Undo: decide,
        Complete: decide,
        Reject: decide,
        'Write a Letter': decide,
        Release: ['allocations.write'],
        'Allocate Funds': ['allocations.propose'],
        'Allocate the Oldest': ['allocations.propose'],
        'Open the Nomination': everybody,
      },
    },
    {
      path: `/admin/donations?nominationId=${need.id}`,
      when: 'Allocating funds for',
      presses: {
        Details: everybody,
        Export: ['exports.create'],
        Allocate: ['allocations.propose'],
        'Show only donations that can go to it': everybody,
      },
    },
    {
      path: `/admin/donations?manage=${need.donationId}`,
      dialog: 'Manage Donation',
      when: 'Reference',
      presses: {
        ...close,
        Release: ['allocations.write'],
        Move: ['allocations.write'],
        'Send the Receipt Again': ['money.write'],
        'Send a New Private Link': ['money.write'],
        'Goods in Return': ['money.write'],
        'Allocate Funds': ['allocations.propose'],
        'The Donor Wants to Stay Anonymous': ['money.write'],
        'Change the Cause': ['money.write'],
        Refund: ['money.write'],
      },
    },
    {
      path: '/admin/deposits',
      for: ['contacts.read'],
      when: deposit.title,
      presses: { 'Begin a Deposit': ['money.write'], Export: ['exports.create'] },
    },
    {
      path: '/admin/donations-in-kind',
      when: 'Things that somebody gave.',
      presses: {
        'Record a Donation in Kind': ['money.write'],
        Export: ['exports.create'],
        Details: everybody,
      },
    },
    {
      path: `/admin/donations-in-kind?manage=${things.id}`,
      dialog: 'Donation in Kind',
      when: 'Two winter coats',
      presses: { ...close, Save: ['pages.publish'], Void: ['money.write'] },
    },
    {
      path: '/admin/card-costs',
      when: 'Costs So Far',
      presses: { 'Add or Withdraw Money': ['money.write'], Export: ['exports.create'] },
    },
    {
      path: `/admin/deposits/${deposit.id}`,
      for: ['contacts.read'],
      when: 'Counted',
      presses: {
        'Add Line': ['money.write'],
        Save: ['money.write'],
        'Save and Close': ['money.write'],
        Delete: ['money.write'],
        Export: ['exports.create'],
      },
    },
    {
      path: '/admin/imports',
      for: ['contacts.read'],
      when: 'There are no imports yet.',
      presses: { 'Upload a File': ['money.write'] },
    },
    {
      path: '/admin/bank',
      for: ['contacts.read'],
      when: bank.name,
      presses: { 'Add Bank Account': ['money.write'] },
    },
    {
      path: `/admin/bank/${bank.id}`,
      for: ['contacts.read'],
      when: 'No lines are imported yet.',
      presses: {
        'Import Statements': ['money.write'],
        Edit: ['money.write'],
        Export: ['exports.create'],
      },
    },
    {
      path: '/admin/expected-donations',
      for: ['contacts.read'],
      when: 'Nothing is expected.',
      presses: { 'Expect a Fund': ['money.write'], Export: ['exports.create'] },
    },
    {
      path: '/admin/comments',
      for: ['pages.publish'],
      when: 'There are no public comments.',
      presses: { Export: ['exports.create'] },
    },
    {
      path: '/admin/volunteers',
      when: '1 h to confirm',
      presses: { 'Enter an Offer': volunteers, Export: ['exports.create'] },
    },
    {
      path: `/admin/volunteers/${volunteer.id}`,
      when: '1 hour to confirm',
      presses: {
        'Record Hours': volunteers,
        'Thank by Email': volunteers,
        'Correct Name or Contact': volunteers,
        Save: volunteers,
        'Confirm 1 hour on 01/02/2026': volunteers,
        'Undo 1 hour on 01/02/2026': volunteers,
      },
    },
    {
      path: `/admin/nominations/${need.id}?open=all`,
      when: 'A draft',
      presses: {
        ...overview,
        ...sections,
        ...adding,
        Release: ['allocations.write'],
        'Release What Is Not Spent': ['allocations.write'],
        'Correct the expense paid to Miller Heating': ['money.write'],
        'Undo the expense paid to Miller Heating': ['money.write'],
        Describe: ['files.write'],
        Delete: ['files.write', 'pages.draft'],
        'Black Out': ['receipts.publish'],
        // What is not public is a photo.
        Publish: ['pages.publish'],
        Unpublish: ['receipts.publish'],
        'Withdraw Consent': ['pages.publish'],
        // The page is public, so that whoever saves it changes what everybody reads.
        'Save Public Page': ['pages.publish'],
        'Unpublish Page': ['pages.publish'],
        Preview: ['pages.draft'],
        'Preview and Publish': ['pages.publish'],
        Edit: ['pages.draft'],
        'Write an Update': ['pages.draft'],
      },
    },
    {
      path: `/admin/nominations/${accepted}?open=all`,
      when: 'There are no updates yet.',
      presses: {
        ...overview,
        ...sections,
        ...adding,
        'Save Public Page': ['pages.draft'],
        Preview: ['pages.draft'],
        'Publish Page': ['pages.publish'],
        'Write an Update': ['pages.draft'],
      },
    },
  ];
}

/** The names of the buttons, and of those links that look like buttons. */
async function namesIn(place: Locator, known: string[]): Promise<string[]> {
  const tree = await place.ariaSnapshot();
  const found = [...tree.matchAll(/- (button|link) "((?:[^"\\]|\\.)*)"/g)];
  const names = found
    .filter(([, kind, name = '']) => kind === 'button' || known.includes(name))
    .map(([, , name = '']) => name);
  // What can be copied depends on what can be read.
  return [...new Set(names)].filter((name) => !/^Copy /.test(name)).sort();
}

/** The headings of those pages that not everybody sees and that are not called as in the menu. */
const headings: Record<string, string> = {
  users: 'Manage Users',
  donorMailings: 'Emails to Several Donors',
  statements: 'Statements',
  bankLines: 'Lines to Match',
  announcedTransfers: 'Announced Transfers',
  bankMonths: 'Months',
  accessReview: 'Access Review',
  imports: 'Import Donations',
  planAdoptions: 'Take Over Subscriptions',
  giftAid: 'Gift Aid',
  testDonations: 'Test Donations',
  checklists: 'Checklists',
};

/** These pages, as the contract declares them. */
const pages = Object.entries<AdminPage>(adminPages).flatMap(([name, { rights, menu }]) => {
  if (rights === null || rights.includes('lists.read')) return [];
  const path = adminPaths[name as keyof typeof adminPages];
  return { path, for: rights, link: menu?.[1], heading: headings[name] ?? menu?.[1] ?? name };
});

const refusal = 'This Page Is Not for Your Roles';
const hasOneOf = (held: readonly Right[], needed: For) =>
  needed === everybody || needed.some((right) => held.includes(right));

test('the last owner cannot stop being one', async ({ page, watched }) => {
  watched.allowErrors(/status of 409/);
  await openSignedIn(page, '/admin/users');
  const row = page.getByRole('row').filter({ hasText: admin.email });
  await row.getByRole('button', { name: 'Manage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage User' });
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('checkbox', { name: 'Owner' }).uncheck();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('Choose at least one role')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByText('The last owner must stay an owner.')).toBeVisible();
  await expectAccessible(page);
});

/** The need that the tests look at, and the places that show it. */
const thePlaces = (keep: Keep, site: Site) =>
  keep('the places of roles', async () => {
    const need = await aProvenNeed(site);
    return { need, all: await placesOf(site, need) };
  });

/** Who sees the least, and the two whose duties meet. What the others see waits for the release. */
const onEachChange: Role[] = ['viewer', 'case-worker', 'treasurer'];

for (const role of roles) {
  const tier = onEachChange.includes(role) ? {} : onRelease;
  test(
    `${role}: finds the pages and the buttons that are for it, and no others`,
    tier,
    async ({ page, site, keep }) => {
      const { all } = await thePlaces(keep, site);
      const held = rightsOf([role]);
      if (role === 'owner') await openSignedIn(page, '/admin');
      else await openAs(page, (await aMember(site, [role])).email, '/admin');
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
      const more = page.getByRole('navigation', { name: 'More' });
      const shut = more.getByRole('button', { expanded: false });
      for (let left = await shut.count(); left > 0; left -= 1) await shut.first().click();
      const links = page.locator('main, nav').getByRole('link');
      await expect(links.filter({ hasText: /^Account$/ })).toBeVisible();
      const found = await links.allTextContents();

      for (const { path, heading, for: needed, link } of pages) {
        const isFor = hasOneOf(held, needed);
        if (link !== undefined) expect([link, found.includes(link)]).toEqual([link, isFor]);
        await goWithin(page, path);
        await expect(
          page.getByRole('heading', { level: 1, name: isFor ? heading : refusal, exact: true }),
        ).toBeVisible();
        // So that the next refusal is another one.
        if (isFor) continue;
        await goWithin(page, '/admin/account');
        await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
      }

      for (const { path, for: needed = everybody, dialog, when, presses } of all) {
        if (!hasOneOf(held, needed)) continue;
        await goWithin(page, path);
        const place = dialog ? page.getByRole('dialog', { name: dialog }) : page.getByRole('main');
        await expect(place.getByText(when).first()).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        const expected = Object.keys(presses).filter((name) =>
          hasOneOf(held, presses[name] ?? everybody),
        );
        await expect
          .poll(async () => ({ [path]: await namesIn(place, Object.keys(presses)) }))
          .toEqual({ [path]: expected.sort() });
      }
    },
  );
}

test('what somebody may not see says that it is hidden', async ({ page, site, keep }) => {
  const { need } = await thePlaces(keep, site);
  const { email } = await aMember(site, ['viewer']);
  await openAs(page, email, `/admin/donations?manage=${need.donationId}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Donation' });
  await expect(dialog.getByText('Your roles do not let you see this.')).toHaveCount(2);
  await expect(dialog).not.toContainText('donor@example.com');
  await page.goto(`/admin/nominations/${need.id}`);
  await expect(page.getByText('1 receipt, hidden')).toBeVisible();
  // The story with its nominator, and the files.
  await expect(page.getByText('Your roles do not let you see this.')).toHaveCount(2);
  await expectAccessible(page);
  await goWithin(page, '/admin/users');
  await page.getByRole('link', { name: 'Back to the Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

/** A need and a donation for its cause, with nothing allocated yet. */
async function aPair(site: Site) {
  const cause = await site.addCause();
  const donationId = await site.addDonation(cause.id, 5_000);
  const nominee = unique('Nominee');
  const nominationId = await site.addNomination(cause.id, nominee);
  await site.accept(nominationId);
  return { donationId, nominee, nominationId };
}

test('a case worker proposes an allocation, and a treasurer approves it', async ({
  page,
  site,
  elsewhere,
}) => {
  const { donationId, nominee, nominationId } = await aPair(site);
  const worker = await aMember(site, ['case-worker']);
  const treasurer = await aMember(site, ['treasurer']);
  const propose = async (amount: string) => {
    await page.goto(`/admin/donations?nominationId=${nominationId}&allocate=${donationId}`);
    const dialog = page.getByRole('dialog', { name: 'Allocate Funds' });
    await expect(dialog).toContainText('A donor, for');
    await expect(dialog).toContainText('such as a treasurer, approves it first');
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('button', { name: 'Propose' }).click();
    await expect(page.getByText('Nothing is done yet.').first()).toBeVisible();
    await expect(dialog).toBeHidden();
  };
  await openAs(page, worker.email, '/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await propose('12.34');
  await propose('1.00');
  await propose('2.00');

  // Whoever asked sees it, cannot approve it, and can take it back.
  await page.goto('/admin/approvals');
  const own = page.getByRole('row').filter({ hasText: nominee });
  await expect(own).toHaveCount(3);
  const details = page.getByRole('dialog', { name: 'Approval' });
  await own.filter({ hasText: '$2.00' }).getByRole('button', { name: 'Details' }).click();
  await expect(details.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn. Nothing was done.')).toBeVisible();
  await expect(own).toHaveCount(2);

  const other = await elsewhere.newPage();
  await openAs(other, treasurer.email, '/admin');
  await expect(other.getByRole('link', { name: '2 requests' })).toBeVisible();
  await other.getByRole('button', { name: 'Money Out 2 waiting for you' }).click();
  await other.getByRole('link', { name: 'Approvals 2 waiting for you' }).click();
  await expect(other.getByRole('row').filter({ hasText: nominee })).toHaveCount(2);
  await expectTidy(other, 'approvals');
  const request = (amount: string) =>
    other.getByRole('row').filter({ hasText: nominee }).filter({ hasText: amount });
  const decision = other.getByRole('dialog', { name: 'Approval', exact: true });
  await request('$12.34').getByRole('button', { name: 'Decide' }).click();
  await expect(decision).toContainText(`Mary ${worker.lastName}`);
  await expectAccessible(other);
  // As if ten minutes had passed since the treasurer signed in.
  const body = { code: 'confirm_identity', message: 'Please confirm.', requestId: 'x' };
  await other.route('**/approve', (route) => route.fulfill({ status: 403, json: body }), {
    times: 1,
  });
  await decision.getByRole('button', { name: 'Approve' }).click();
  const question = other.getByRole('dialog', { name: 'Please Confirm It Is You' });
  await question.getByLabel('Your Password').fill(memberPassword);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByText('Approved and done')).toBeVisible();
  await expect(decision).toBeHidden();
  await request('$1.00').getByRole('button', { name: 'Decide' }).click();
  await decision.getByRole('button', { name: 'Decline' }).click();
  const reason = other.getByRole('dialog', { name: 'Decline' });
  await reason.getByLabel('Reason').fill('Another need comes first.');
  await reason.getByRole('button', { name: 'Decline' }).click();
  await expect(other.getByText('Declined. Whoever asked gets an email')).toBeVisible();
  await expect(reason).toBeHidden();
  const { availableAmount } = await site.call(getDonation, { params: { id: donationId } });
  expect(availableAmount).toBe(5_000 - 1_234);

  await page.goto('/admin/approvals?show=all');
  for (const [amount, status] of [
    ['$12.34', 'Approved'],
    ['$1.00', 'Declined'],
    ['$2.00', 'Withdrawn'],
  ] as const) {
    await expect(own.filter({ hasText: amount })).toContainText(status);
  }
  await own.filter({ hasText: '$1.00' }).getByRole('button', { name: 'Details' }).click();
  await expect(details).toContainText('Another need comes first.');
});

test('a role that is taken away in mid-work is told, and the page shows what is left', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 403/);
  const { donationId } = await aPair(site);
  const { id, email, lastName } = await aMember(site, ['treasurer', 'auditor']);
  const change = (held: Role[]) =>
    site.call(updateUser, {
      params: { id },
      body: { firstName: 'Mary', lastName, email, roles: held },
    });
  await openAs(page, email, `/admin/donations?manage=${donationId}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Donation' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund Donation' });
  await refund.getByLabel('Reason').fill('Asked for it.');
  await change(['auditor']);
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText('Your roles do not allow this.').first()).toBeVisible();
  await expect(refund).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Refund' })).toHaveCount(0);
  await expect(dialog).toContainText('donor@example.com');

  // A whole page, too.
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
  await change(['viewer']);
  await page.getByLabel('What').selectOption('Donations');
  await expect(page.getByRole('heading', { name: refusal })).toBeVisible();
  await expectAccessible(page);
});
