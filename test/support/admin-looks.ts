import { adminPaths, settingsGroupPath } from '#contract/admin-pages.ts';
import { addBankAccount } from '#contract/banking/bank-accounts.ts';
import { listUnmatchedLines } from '#contract/banking/bank-matches.ts';
import { importStatements } from '#contract/banking/bank-statements.ts';
import { addDonorNote, listDonors } from '#contract/donors/donors.ts';
import {
  addDeposit,
  closeDeposit,
  confirmDeposit,
  type Deposit,
  saveDeposit,
} from '#contract/giving/deposits.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { addExpectedDonation } from '#contract/giving/expected-donations.ts';
import { recordInKindDonation } from '#contract/giving/in-kind.ts';
import type { CauseId } from '#contract/ids.ts';
import { createUser } from '#contract/people/users.ts';
import { listPlans } from '#contract/plans/plans.ts';
import { createUpdate } from '#contract/publishing/updates.ts';
import { setGoal } from '#contract/vetting/nominations.ts';
import { addVolunteer, recordHours } from '#contract/volunteers/volunteers.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { admin, person, type Site, unique } from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';
import { picture } from '#test/support/sample-files.ts';

/** A page of the admin area, or what opens over it. */
export interface AdminLook {
  path: string;
  /** Pressed one after the other, each in what the one before has opened. */
  press?: string[];
  /** The title of the dialog that is open then. */
  dialog?: string;
  /** Pressed there, so that it shows what is missing. */
  send?: string;
}

/** Dialogs of a page by their titles: the button that opens each, if its address does not, and one that shows what is missing. */
const dialogs = (
  path: string,
  all: Record<string, string | { press: string; send: string }>,
): AdminLook[] =>
  Object.entries(all).map(([dialog, how]) => {
    const { press, send = undefined } = typeof how === 'string' ? { press: how } : how;
    return { path, dialog, press: press === '' ? [] : [press], ...(send && { send }) };
  });

const pages = Object.values(adminPaths).map((path) => ({ path }));

/** What the team works with: every page, and every dialog, once. By what each part is about. */
export const adminLooks: Record<string, (site: Site) => Promise<AdminLook[]>> = {
  // In two halves, which two workers share: together, they take longer than anything else.
  async 'one half of the pages'() {
    return pages.slice(0, pages.length / 2);
  },

  async 'the other half of the pages'() {
    return [
      ...pages.slice(pages.length / 2),
      { path: settingsGroupPath('approvals') },
      { path: settingsGroupPath('server') },
    ];
  },

  async vetting(site) {
    const [{ id: causeId }, unused] = [await site.addCause(), await site.addCause()];
    const nominations = await nominationsOf(site, causeId);
    const pending = `${adminPaths.nominations}/${nominations.pending}`;
    const accepted = `${adminPaths.nominations}?manage=${nominations.accepted}`;
    return [
      { path: pending },
      { path: `${adminPaths.nominations}/${nominations.accepted}` },
      { path: `${adminPaths.nominations}/${nominations.accepted}?open=all` },
      { path: pending, press: ['Send'] },
      { path: `${pending}?open=all`, press: ['Ask the Nominee', 'Send'] },
      { path: `${pending}?open=all`, press: ['Record a Paper'] },
      { path: pending, press: ['Organization', 'More'] },
      { path: `${pending}?open=all`, press: ['Write an Update', 'Save Draft'] },
      ...dialogs(pending, {
        'Correct Name or Facts': { press: 'Correct Name or Facts', send: 'Save Changes' },
      }),
      { path: adminPaths.causes, press: ['Add Cause', 'Add Cause'] },
      ...dialogs(adminPaths.causes, { 'Link to the Donation Form': 'Link to the Form' }),
      ...dialogs(adminPaths.causes, { 'Order of the Causes': 'Order' }),
      ...dialogs(`${adminPaths.causes}?find=true`, { Search: '' }),
      ...dialogs(`${adminPaths.causes}?manage=${unused.id}`, {
        'Manage Cause': { press: 'Edit', send: 'Save Changes' },
        'Close Cause': { press: 'Close Cause', send: 'Close Cause' },
      }),
      ...dialogs(`${adminPaths.causes}?delete=${unused.id}`, { 'Delete Cause': '' }),
      ...dialogs(`${adminPaths.nominations}?manage=${nominations.pending}`, {
        'Manage Nomination': '',
        'Decide with a Letter': 'Write a Letter',
      }),
      ...dialogs(accepted, {
        'Manage Nomination': '',
        Goal: 'Change Goal',
        'Complete Nomination': 'Complete',
      }),
    ];
  },

  async 'spending and proof'(site) {
    const { id } = await aProvenNeed(site);
    await site.upload(id, 'photo', await picture());
    const draft = { kind: 'progress' as const, title: 'A draft', text: 'Not yet.', fileIds: [] };
    await site.call(createUpdate, { params: { id }, body: draft });
    const path = `${adminPaths.nominations}/${id}?open=all`;
    return [
      { path },
      ...dialogs(path, {
        'Record an Expense': { press: 'Record an Expense', send: 'Record Expense' },
        'Correct Expense': {
          press: 'Correct the expense paid to Miller Heating',
          send: 'Save Changes',
        },
        'Undo Expense': { press: 'Undo the expense paid to Miller Heating', send: 'Undo' },
        'Release What Is Not Spent': { press: 'Release What Is Not Spent', send: 'Release' },
        'Describe File': 'Describe',
        'Black Out': 'Black Out',
        'Withdraw Consent': { press: 'Withdraw Consent', send: 'Withdraw' },
        Preview: 'Preview',
        'Unpublish Page': 'Unpublish Page',
        'Delete Draft': 'Delete',
        'As Donors Will See It': 'Preview and Publish',
      }),
    ];
  },

  async donations(site) {
    const { id: causeId } = await site.addCause();
    const accepted = await site.addNomination(causeId, unique('Nominee'));
    await site.accept(accepted);
    const [spent] = [
      await site.addDonation(causeId, 10_000),
      await site.addDonation(causeId, 5_000),
    ];
    await site.allocate(spent, accepted, 4_000);
    const fund = { organization: unique('Fund'), adviserName: 'Ada Lovelace', adviserEmail: '' };
    await site.call(addExpectedDonation, { body: fund });
    const things = await site.call(recordInKindDonation, {
      body: { ...person, description: 'Two coats', receivedOn: '2026-01-15' },
    });
    const { plan } = await aPlan(site, causeId);
    return [
      ...dialogs(`${adminPaths.donations}?manage=${spent}`, {
        'Manage Donation': '',
        'Release Allocation': { press: 'Release', send: 'Release' },
        'Move to Another Donation': 'Move',
        'Refund Donation': { press: 'Refund', send: 'Refund' },
        'Send a New Private Link': 'Send a New Private Link',
        'Send the Receipt Again': 'Send the Receipt Again',
        'Goods in Return': { press: 'Goods in Return', send: 'Save' },
      }),
      ...dialogs(`${adminPaths.donations}?nominationId=${accepted}&causeId=${causeId}`, {
        'Allocate Funds': 'Allocate',
      }),
      ...dialogs(`${adminPaths.nominations}?manage=${accepted}`, {
        'Allocate the Oldest Donations': 'Allocate the Oldest',
      }),
      ...dialogs(adminPaths.donations, { 'Export Donations': 'Export' }),
      ...dialogs(adminPaths.inKind, {
        'Record a Donation in Kind': { press: 'Record a Donation in Kind', send: 'Record' },
      }),
      ...dialogs(`${adminPaths.inKind}?manage=${things.id}`, { 'Donation in Kind': '' }),
      ...dialogs(adminPaths.expectedDonations, { 'Expect a Fund': 'Expect a Fund' }),
      { path: `${adminPaths.plans}/${plan}` },
      ...dialogs(`${adminPaths.plans}/${plan}`, {
        'Lower the Amount': { press: 'Lower the Amount', send: 'Lower' },
        Pause: { press: 'Pause', send: 'Pause' },
        Stop: { press: 'Stop', send: 'Stop for Good' },
      }),
      ...dialogs(`${adminPaths.plans}?causeId=${causeId}`, {
        'Move to Another Cause': { press: 'Move to Another Cause', send: 'Email the Donors' },
      }),
      ...dialogs(adminPaths.statements, {
        'Email Statements': { press: 'Email Statements', send: 'Email Statements' },
      }),
    ];
  },

  async people(site) {
    const { id: causeId } = await site.addCause();
    const { donor, lastName, email } = await aPlan(site, causeId);
    await site.call(addDonorNote, { params: { id: donor }, body: { text: 'Prefers a call.' } });
    const user = await site.call(createUser, {
      body: { firstName: 'Grace', lastName, email, roles: ['viewer'] },
    });
    const caller = { firstName: 'Rosa', lastName, email: '', phone: '555-0188', notes: '' };
    const volunteer = await site.call(addVolunteer, { body: { ...caller, nominationId: null } });
    const hours = { day: '2026-01-02', minutes: 60, what: 'Drove', isConfirmed: false };
    const params = { id: volunteer.id };
    await site.call(recordHours, { params, body: { ...hours, nominationId: null } });
    return [
      { path: `${adminPaths.donors}/${donor}` },
      ...dialogs(`${adminPaths.donors}/${donor}`, {
        'Correct Name or Address': 'Correct Name or Address',
        'Join Two Records': 'Join with Another Record',
        'Remove Note': 'Remove',
      }),
      { path: `${adminPaths.volunteers}/${volunteer.id}` },
      ...dialogs(adminPaths.volunteers, {
        'Enter an Offer of Time': { press: 'Enter an Offer', send: 'Add Offer' },
      }),
      ...dialogs(`${adminPaths.volunteers}/${volunteer.id}`, {
        'Record Hours': { press: 'Record Hours', send: 'Record Hours' },
        'Undo Hours': { press: 'Undo 1 hour on 01/02/2026', send: 'Undo' },
        'Correct Name or Contact': 'Correct Name or Contact',
      }),
      { path: `${adminPaths.users}?add=true`, press: ['Add User'] },
      ...dialogs(`${adminPaths.users}?manage=${user.id}`, { 'Manage User': 'Edit' }),
      ...dialogs(`${adminPaths.users}?delete=${user.id}`, { 'Delete User': '' }),
      { path: adminPaths.account, press: ['Set Up'] },
      ...dialogs(adminPaths.account, {
        'Add a Passkey': 'Add a Passkey',
        'Sign Out Everywhere': 'Sign Out Everywhere',
      }),
    ];
  },

  async 'deposits and the bank'(site) {
    const { id: causeId } = await site.addCause();
    const deposits = await depositsOf(site, causeId);
    const bank = await bankOf(site);
    return [
      { path: deposits.open, press: ['Save and Close'] },
      { path: deposits.closed },
      { path: deposits.confirmed },
      ...dialogs(adminPaths.deposits, {
        'Begin a Deposit': { press: 'Begin a Deposit', send: 'Begin' },
      }),
      ...dialogs(deposits.open, { 'Delete Deposit': 'Delete' }),
      ...dialogs(deposits.closed, { 'Send Back': { press: 'Send Back', send: 'Send Back' } }),
      ...dialogs(deposits.confirmed, {
        'Record That It Bounced': {
          press: 'Record as Bounced: $40.00, Otto Other',
          send: 'Record',
        },
        'Reverse a Line': { press: 'Reverse: $40.00, Otto Other', send: 'Reverse' },
      }),
      { path: bank.account },
      ...dialogs(adminPaths.bank, {
        'Add Bank Account': { press: 'Add Bank Account', send: 'Add Bank Account' },
      }),
      ...dialogs(bank.account, {
        'Import Statements': { press: 'Import Statements', send: 'Import' },
        'Remove the Last File': 'Remove the Last File',
      }),
      ...dialogs(bank.line, { 'Bank Line': '' }),
      ...dialogs(adminPaths.cardCosts, { 'Money for Card Costs': 'Add or Withdraw Money' }),
      ...dialogs(adminPaths.imports, {
        'Upload a File': { press: 'Upload a File', send: 'Upload' },
      }),
      ...dialogs(adminPaths.exports, {
        'Export Accounting Journal': 'Export Accounting Journal',
      }),
    ];
  },
};

async function nominationsOf(site: Site, causeId: CauseId) {
  const pending = await site.addNomination(causeId, unique('Pending'));
  // Without any place to break a line.
  const accepted = await site.addNomination(
    causeId,
    unique(`Society${'OfFriendsOfTheOldMill'.repeat(6)}`),
  );
  await site.accept(accepted);
  await site.call(setGoal, { params: { id: accepted }, body: { goalAmount: 12_000 } });
  return { pending, accepted };
}

/** A recurring donation of somebody whose last name nobody else has. */
async function aPlan(site: Site, causeId: CauseId) {
  const lastName = unique('Hopper').replaceAll(' ', '-');
  const email = `${lastName.toLowerCase()}@example.org`;
  const monthly = { amount: 2_500, interval: 'monthly' as const, causeId };
  const body = { ...monthly, ...person, lastName, email };
  const { url } = await site.call(createDonation, { body });
  const paid = new URLSearchParams({ outcome: 'paid' });
  await fetch(url, { method: 'POST', body: paid, redirect: 'manual' });
  const [plan] = await site.call(listPlans, { query: { causeId } });
  const [donor] = await site.call(listDonors, { query: { search: lastName } });
  if (!plan || !donor) throw new Error('No plan');
  return { plan: plan.id, donor: donor.id, lastName, email };
}

async function bankOf(site: Site) {
  const number = anAccountNumber();
  const account = await site.call(addBankAccount, { body: { name: unique('Checking'), number } });
  const lines = [
    { day: '2026-01-05', cents: 25_000, text: 'For the furnace', name: 'Ada Lovelace' },
    { day: '2026-01-30', cents: -20_000, text: 'Invoice 4711', name: 'Stove Shop' },
  ];
  const story = { account: number, openingCents: 100_000, lines };
  const path = importStatements.path.replace(':id', account.id);
  const answer = await fetch(`${site.url}${path}?fileName=january.xml`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      cookie: await site.sessionOf(admin),
    },
    body: camt(story),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const unmatched = await site.call(listUnmatchedLines, { query: { limit: 500 } });
  const line = unmatched.find((each) => each.account.id === account.id);
  return {
    account: `${adminPaths.bank}/${account.id}`,
    line: `${adminPaths.bankLines}?line=${line?.id}`,
  };
}

async function depositsOf(site: Site, causeId: CauseId) {
  const begin = async () => {
    const counted = { title: unique('Box'), expectedCount: 1, expectedAmount: 4_000 };
    const { id, revision } = await site.call(addDeposit, { body: counted });
    const line = {
      kind: 'check' as const,
      amount: 4_000,
      causeId,
      receivedOn: '2026-01-05',
      checkNumber: '1001',
      firstName: 'Otto',
      lastName: 'Other',
      email: '',
      note: '',
    };
    return site.call(saveDeposit, {
      params: { id },
      body: { ...counted, revision, depositLines: [line] },
    });
  };
  const close = async () => {
    const { id, revision } = await begin();
    return site.call(closeDeposit, { params: { id }, body: { revision } });
  };
  const toConfirm = await close();
  const confirmed = await site.call(confirmDeposit, {
    params: { id: toConfirm.id },
    body: { revision: toConfirm.revision },
  });
  const counted = { title: unique('Box'), expectedCount: 2, expectedAmount: 5_000 };
  const open = await site.call(addDeposit, { body: counted });
  const path = ({ id }: Pick<Deposit, 'id'>) => `${adminPaths.deposits}/${id}`;
  return { open: path(open), closed: path(await close()), confirmed: path(confirmed) };
}
