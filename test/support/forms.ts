import type { Page } from '@playwright/test';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { createUser } from '#contract/people/users.ts';
import { createUpdate } from '#contract/publishing/updates.ts';
import { person, type Site, unique } from '#test/support/browser.ts';
import { anInvitation } from '#test/support/member.ts';

/** A form, or a button that sends something on its own. */
export interface Form {
  name: string;
  /** Creates what it is about and returns the address that shows it. */
  at(site: Site): Promise<string>;
  /** Opens it there. */
  open?(page: Page): Promise<void>;
  dialog?: string;
  /** What is typed, by label; "Cause" is selected. */
  typed?: Record<string, string>;
  /** A field that the server may refuse: its name in the contract and its label. */
  field?: [name: string, label: string];
  button: string;
  api: string;
  method?: 'DELETE';
}

const contact = {
  'First Name': person.firstName,
  'Last Name': person.lastName,
  'Email Address': 'visitor@example.com',
  'Phone Number': person.phone,
  'Zip Code': person.zip,
};
const newPassword = { Password: 'Passw0rd-of-Grace', 'Confirm Password': 'Passw0rd-of-Grace' };
const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

async function anAllocation(
  site: Site,
): Promise<{ donation: DonationId; nomination: NominationId }> {
  const cause = await site.addCause();
  const donation = await site.addDonation(cause.id, 10_000);
  const nomination = await site.addNomination(cause.id, unique('Nominee'));
  await site.accept(nomination);
  await site.allocate(donation, nomination, 4_000);
  return { donation, nomination };
}

async function aUser(site: Site): Promise<string> {
  const body = { firstName: 'Grace', lastName: 'Hopper', email: `${unique('u')}@example.org` };
  const { id } = await site.call(createUser, {
    body: { ...body, email: body.email.replace(' ', '') },
  });
  return id;
}

async function aNomination(site: Site, isAccepted = false): Promise<NominationId> {
  const id = await site.addNomination((await site.addCause()).id, unique('Nominee'));
  if (isAccepted) await site.accept(id);
  return id;
}

async function aDraft(site: Site): Promise<string> {
  const params = { id: await aNomination(site, true) };
  const body = { kind: 'progress' as const, title: 'News', text: 'It is warm.', fileIds: [] };
  await site.call(createUpdate, { params, body });
  return `/admin/nominations/${params.id}?open=all`;
}

/** What anyone can send. */
export const visitorForms: Form[] = [
  {
    name: 'donate',
    at: async (site) => `/donate#${(await site.addCause()).name}`,
    typed: { Amount: '$25.00', Cause: '', Description: 'For the children.', ...contact },
    field: ['zip', 'Zip Code'],
    button: 'Continue to Payment Information',
    api: '/api/donations',
  },
  {
    name: 'nominate',
    at: async (site) => `/nominate#${(await site.addCause()).name}`,
    typed: { Nominee: 'The Old Mill', Cause: '', Description: 'Needs a ramp.', ...contact },
    field: ['nominee', 'Nominee'],
    button: 'Submit Nomination',
    api: '/api/nominations',
  },
  {
    name: 'contact',
    at: async () => '/contact-us',
    typed: { 'Email Address': 'visitor@example.com', Message: 'Do you take clothes?' },
    field: ['message', 'Message'],
    button: 'Submit Message',
    api: '/api/contact',
  },
  {
    name: 'login',
    at: async () => '/auth/login',
    typed: { 'Email Address': 'nobody@example.org', Password: 'Passw0rd-of-nobody' },
    field: ['email', 'Email Address'],
    button: 'Login',
    api: '/api/auth/login',
  },
  {
    name: 'forgot password',
    at: async () => '/auth/forgot-password',
    typed: { 'Email Address': 'nobody@example.org' },
    field: ['email', 'Email Address'],
    button: 'Send Password Reset',
    api: '/api/auth/forgot-password',
  },
  {
    name: 'reset password',
    at: async (site) => `/auth/reset-password?token=${(await anInvitation(site)).token}`,
    typed: newPassword,
    field: ['password', 'Password'],
    button: 'Reset Password',
    api: '/api/auth/reset-password',
  },
  {
    name: 'stop updates',
    at: async () => '/unsubscribe#x',
    button: 'Stop these emails',
    api: '/api/unsubscribe',
  },
  {
    name: 'set-up',
    at: async () => '/auth/setup?token=x',
    typed: {
      'First Name': person.firstName,
      'Last Name': person.lastName,
      'Email Address': 'grace@example.org',
      ...newPassword,
    },
    field: ['email', 'Email Address'],
    button: 'Create Administrator',
    api: '/api/auth/setup',
  },
];

/** What only administrators can send. */
export const administratorForms: Form[] = [
  {
    name: 'add cause',
    at: async () => '/admin/causes',
    open: click('Add Cause'),
    typed: { Name: unique('Cause typed') },
    field: ['name', 'Name'],
    button: 'Add Cause',
    api: '/api/causes',
  },
  {
    name: 'delete cause',
    at: async (site) => `/admin/causes?delete=${(await site.addCause()).id}`,
    dialog: 'Delete Cause',
    button: 'Delete',
    api: '/api/causes/*',
    method: 'DELETE',
  },
  {
    name: 'add user',
    at: async () => '/admin/users',
    open: click('Add User'),
    typed: {
      'First Name': person.firstName,
      'Last Name': person.lastName,
      'Email Address': 'typed@example.org',
    },
    field: ['email', 'Email Address'],
    button: 'Add User',
    api: '/api/users',
  },
  {
    name: 'edit user',
    at: async (site) => `/admin/users?manage=${await aUser(site)}&manage.edit=true`,
    dialog: 'Manage User',
    typed: { 'First Name': 'Augusta', 'Last Name': 'King', 'Email Address': 'king@example.org' },
    field: ['lastName', 'Last Name'],
    button: 'Save Changes',
    api: '/api/users/*',
  },
  {
    name: 'delete user',
    at: async (site) => `/admin/users?delete=${await aUser(site)}`,
    dialog: 'Delete User',
    button: 'Delete',
    api: '/api/users/*',
    method: 'DELETE',
  },
  {
    name: 'allocate',
    async at(site) {
      const { donation, nomination } = await anAllocation(site);
      return `/admin/donations?nominationId=${nomination}&allocate=${donation}`;
    },
    dialog: 'Allocate Funds',
    typed: { Amount: '12.34' },
    field: ['amount', 'Amount'],
    button: 'Allocate Funds',
    api: '/api/allocations',
  },
  {
    name: 'release an allocation',
    at: async (site) => `/admin/nominations?manage=${(await anAllocation(site)).nomination}`,
    open: click('Release'),
    dialog: 'Release Allocation',
    typed: { Reason: 'Given twice by mistake.' },
    field: ['reason', 'Reason'],
    button: 'Release',
    api: '/api/allocations/*/release',
  },
  {
    name: 'refund',
    async at(site) {
      const donationId = await site.addDonation((await site.addCause()).id, 10_000);
      return `/admin/donations?manage=${donationId}&manage.refund=true`;
    },
    dialog: 'Refund Donation',
    typed: { Amount: '1.00', Reason: 'Given by mistake.' },
    field: ['reason', 'Reason'],
    button: 'Refund',
    api: '/api/donations/*/refunds',
  },
  {
    name: 'public page',
    at: async (site) => `/admin/nominations/${await aNomination(site, true)}?open=all`,
    typed: { 'Public name': 'Maria', Summary: 'A warm room.', Story: 'Her furnace broke.' },
    field: ['summary', 'Summary'],
    button: 'Save Public Page',
    api: '/api/nominations/*/public-page',
  },
  {
    name: 'write an update',
    at: async (site) => `/admin/nominations/${await aNomination(site)}?open=all`,
    open: click('Write an Update'),
    typed: { Title: 'The furnace runs', Text: 'It was installed on Monday.' },
    field: ['title', 'Title'],
    button: 'Save Draft',
    api: '/api/nominations/*/updates',
  },
  {
    name: 'delete a draft',
    at: aDraft,
    open: click('Delete'),
    dialog: 'Delete Draft',
    button: 'Delete',
    api: '/api/updates/*',
    method: 'DELETE',
  },
  {
    name: 'send a private link',
    async at(site) {
      const donationId = await site.addDonation((await site.addCause()).id, 10_000);
      return `/admin/donations?manage=${donationId}&manage.link=true`;
    },
    dialog: 'Send a New Private Link',
    button: 'Send',
    api: '/api/donations/*/donation-link',
  },
  ...['Accept', 'Reject'].map((button) => ({
    name: button.toLowerCase(),
    at: async (site: Site) => `/admin/nominations?manage=${await aNomination(site)}`,
    dialog: 'Manage Nomination',
    button,
    api: '/api/nominations/*',
  })),
  {
    name: 'complete',
    at: async (site) => `/admin/nominations?manage=${await aNomination(site, true)}`,
    // Nothing is allocated to it, so the email is shown first.
    open: (page) => page.getByRole('button', { name: 'Complete' }).click(),
    dialog: 'Complete Nomination',
    button: 'Complete',
    api: '/api/nominations/*',
  },
];
