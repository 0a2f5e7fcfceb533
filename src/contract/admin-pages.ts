import type {
  BankAccountId,
  BankLineId,
  DepositId,
  DonationId,
  DonationReceiptId,
  DonorId,
  ImportId,
  NominationId,
  PlanId,
  UserId,
  VolunteerOfferId,
} from '#contract/ids.ts';
import { signInPaths, teamPaths } from '#contract/pages.ts';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import { approvalKinds } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';

/* Every page of the admin area. Apart from those that visitors see, so that they load none of it. */

/** The groups of the menu below its first pages, in its order: what somebody has in mind who looks for a page. */
export const menuGroups = [
  'Money In',
  'Money Out',
  'People',
  'Public Site',
  'Books',
  'System',
] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** A page of the admin area. */
export interface AdminPage {
  /** Where it is, unless at its name: `cardCosts` is at `/admin/card-costs`. */
  path?: string;
  /** One of them is enough to open it; null for everybody who is signed in. */
  rights: readonly Right[] | null;
  /** Its group in the menu, its name there, and its icon, as Tabler calls it. */
  menu?: readonly [group: 'Admin' | MenuGroup, name: string, icon: string];
  /** What one and several rows of its list are called, if it can be exported, under the name in the menu. */
  rows?: readonly [one: string, many: string];
}

/** Every page of the admin area by its name, which is that of its file. Those of the menu are in its order. */
export const adminPages = {
  dashboard: {
    path: teamPaths.dashboard,
    rights: ['lists.read'],
    menu: ['Admin', 'Dashboard', 'LayoutDashboard'],
  },
  causes: { rights: ['lists.read'], menu: ['Admin', 'Causes', 'Tags'], rows: ['cause', 'causes'] },
  nominations: {
    rights: ['lists.read'],
    menu: ['Admin', 'Nominations', 'HeartHandshake'],
    rows: ['nomination', 'nominations'],
  },
  donations: {
    rights: ['lists.read'],
    menu: ['Admin', 'Donations', 'Coins'],
    rows: ['donation', 'donations'],
  },
  users: { rights: ['people.write'], menu: ['Admin', 'Users', 'Users'] },
  plans: {
    rights: ['lists.read'],
    menu: ['Money In', 'Recurring Donations', 'Repeat'],
    rows: ['recurring donation', 'recurring donations'],
  },
  expectedDonations: {
    rights: ['contacts.read'],
    menu: ['Money In', 'Expected Donations', 'Building'],
    rows: ['expected donation', 'expected donations'],
  },
  deposits: {
    rights: ['contacts.read'],
    menu: ['Money In', 'Deposits', 'CashBanknote'],
    rows: ['line of a deposit', 'lines of deposits'],
  },
  inKind: {
    path: '/admin/donations-in-kind',
    rights: ['lists.read'],
    menu: ['Money In', 'Donations in Kind', 'Package'],
    rows: ['donation in kind', 'donations in kind'],
  },
  failedPayments: {
    rights: ['money.write'],
    menu: ['Money In', 'Failed Payments', 'CreditCardOff'],
  },
  imports: { rights: ['contacts.read'], menu: ['Money In', 'Imports', 'FileImport'] },
  approvals: {
    rights: ['allocations.propose', ...Object.values(approvalKinds).map(({ right }) => right)],
    menu: ['Money Out', 'Approvals', 'UserCheck'],
  },
  missingProof: {
    path: '/admin/proof',
    rights: ['lists.read'],
    menu: ['Money Out', 'Missing Proof', 'ReceiptOff'],
    rows: ['entry of missing proof', 'entries of missing proof'],
  },
  donors: {
    rights: ['contacts.read'],
    menu: ['People', 'Donors', 'AddressBook'],
    rows: ['donor', 'donors'],
  },
  volunteers: {
    rights: ['lists.read'],
    menu: ['People', 'Volunteers', 'ClockHeart'],
    rows: ['offer of time', 'offers of time'],
  },
  accessReview: {
    path: '/admin/users/review',
    rights: ['people.write'],
    menu: ['People', 'Access Review', 'UserSearch'],
  },
  privacy: { rights: ['privacy.write'], menu: ['People', 'Privacy', 'ShieldLock'] },
  account: { path: teamPaths.account, rights: null, menu: ['People', 'Account', 'User'] },
  comments: {
    rights: ['pages.publish'],
    menu: ['Public Site', 'Public Comments', 'Message'],
    rows: ['public comment', 'public comments'],
  },
  bank: { rights: ['contacts.read'], menu: ['Books', 'Bank', 'BuildingBank'] },
  bankLines: {
    path: '/admin/bank/lines',
    rights: ['contacts.read'],
    menu: ['Books', 'Lines to Match', 'ArrowsLeftRight'],
  },
  bankMonths: {
    path: '/admin/bank/months',
    rights: ['contacts.read'],
    menu: ['Books', 'Months', 'CalendarCheck'],
  },
  taxReceipts: {
    path: '/admin/receipts',
    rights: ['contacts.read'],
    menu: ['Books', 'Tax Receipts', 'Receipt'],
    rows: ['tax receipt', 'tax receipts'],
  },
  statements: {
    path: '/admin/receipts/statements',
    rights: ['money.write'],
    menu: ['Books', 'Statements', 'FileText'],
  },
  cardCosts: {
    rights: ['lists.read'],
    menu: ['Books', 'Card Costs', 'CreditCardPay'],
    rows: ['entry of card costs', 'entries of card costs'],
  },
  exports: { rights: ['exports.create'], menu: ['Books', 'Exports', 'FileExport'] },
  auditTrail: {
    path: '/admin/audit',
    rights: ['audit.read'],
    menu: ['Books', 'Audit Trail', 'History'],
    rows: ['entry of the audit trail', 'entries of the audit trail'],
  },
  mail: { rights: ['mail.write'], menu: ['System', 'Email', 'Mail'] },
  settings: { rights: ['settings.write'], menu: ['System', 'Settings', 'Settings'] },
  checklists: {
    path: '/admin/settings/checklists',
    rights: ['settings.write'],
    menu: ['System', 'Checklists', 'ListCheck'],
  },
  donorMailings: { path: '/admin/donors/mail', rights: ['money.write'] },
  announcedTransfers: { path: '/admin/bank/expected', rights: ['contacts.read'] },
  planAdoptions: { rights: ['contacts.read'] },
  giftAid: { path: '/admin/receipts/gift-aid', rights: ['contacts.read'] },
  testDonations: { rights: ['contacts.read'] },
} satisfies Record<string, AdminPage>;

/** {@link pageSlug} of a name. */
export type Slug<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `-${Lowercase<Letter>}`}${Slug<Rest>}`
  : '';

/** The name of a page as its address, its file, and its export have it: of `bankLines`, `bank-lines`. */
export function pageSlug(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Where each of them is. */
export const adminPaths = Object.fromEntries(
  Object.entries<AdminPage>(adminPages).map(([name, page]) => {
    return [name, page.path ?? `/admin/${pageSlug(name)}`];
  }),
) as Record<keyof typeof adminPages, string>;

/** Where an administrator sees one nomination. Emails link to it, so the web application must understand it. */
export function nominationPath(id: NominationId): string {
  return `${adminPaths.nominations}?manage=${id}`;
}

/** Where an administrator records the spending and proof of a nomination. */
export function nominationWorkspacePath(id: NominationId | ':id'): string {
  return `${adminPaths.nominations}/${id}`;
}

/** Where the letter to a nominee is printed; its code is in the fragment. */
export function consentLetterPath(id: NominationId | ':id'): string {
  return `${nominationWorkspacePath(id)}/consent-letter`;
}

/** Where an administrator sees one donation. */
export function donationPath(id: DonationId): string {
  return `${adminPaths.donations}?manage=${id}`;
}

/** Where the team sees one receipt of a donation. */
export function donationReceiptPath(id: DonationReceiptId): string {
  return `${adminPaths.taxReceipts}?receipt=${id}`;
}

/** Where the team sees one donor. */
export function donorPath(id: DonorId | ':id'): string {
  return `${adminPaths.donors}/${id}`;
}

/** Where the team sees one recurring donation. */
export function planPath(id: PlanId | ':id'): string {
  return `${adminPaths.plans}/${id}`;
}

/** Where the team sees one offer of time. */
export function volunteerPath(id: VolunteerOfferId | ':id'): string {
  return `${adminPaths.volunteers}/${id}`;
}

/** Where the team sees one deposit. */
export function depositPath(id: DepositId | ':id'): string {
  return `${adminPaths.deposits}/${id}`;
}

/** Where the team sees one import of donations. */
export function importPath(id: ImportId | ':id'): string {
  return `${adminPaths.imports}/${id}`;
}

/** Where the team sees one bank account. */
export function bankAccountPath(id: BankAccountId | ':id'): string {
  return `${adminPaths.bank}/${id}`;
}

/** Where the team sees one line of a bank account. */
export function bankLinePath(id: BankLineId): string {
  return `${adminPaths.bankLines}?line=${id}`;
}

/** Where an administrator sees one user. */
export function userPath(id: UserId): string {
  return `${adminPaths.users}?manage=${id}`;
}

/** Where an owner changes some of the settings. */
export function settingsGroupPath(group: SettingsGroup | ':group'): string {
  return `${adminPaths.settings}/${group}`;
}

/** Where an administrator sees what happened to one item. */
export function auditTrailPath(id: string): string {
  return `${adminPaths.auditTrail}?id=${encodeURIComponent(id)}`;
}

/** The pages of the admin area about one item, by name. */
export const adminPathsOfOne = {
  nominationWorkspace: nominationWorkspacePath(':id'),
  consentLetter: consentLetterPath(':id'),
  donor: donorPath(':id'),
  volunteer: volunteerPath(':id'),
  bankAccount: bankAccountPath(':id'),
  deposit: depositPath(':id'),
  import: importPath(':id'),
  plan: planPath(':id'),
  settingsGroup: settingsGroupPath(':group'),
};

/** Pages that search engines must not list. */
export const privatePaths = [signInPaths, adminPaths, adminPathsOfOne].flatMap((paths): string[] =>
  Object.values(paths),
);
