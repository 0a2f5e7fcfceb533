import { adminPaths, settingsGroupPath } from '#contract/admin-pages.ts';
import type { Id } from '#contract/ids.ts';
import {
  type SettingsGroup,
  settingsGroupNames,
  settingsGroups,
} from '#core/operations/settings-groups.ts';
import type { Right } from '#core/people/rights.ts';

/* What the audit trail calls what somebody has read of people, and where it is shown. */

interface Named {
  /** As the trail calls it. */
  name: string;
  /** Where it is shown, if anywhere. */
  path: string | null;
}

/** Every list with contact data: the trail says that somebody has read it, under this name. */
export const contactLists = {
  donors: { name: 'Donors', path: adminPaths.donors },
  donations: { name: 'Donations', path: adminPaths.donations },
  plans: { name: 'Recurring donations', path: adminPaths.plans },
  subscriptions: { name: 'Subscriptions of an earlier system', path: adminPaths.planAdoptions },
  'in-kind': { name: 'Donations in kind', path: adminPaths.inKind },
  'expected-donations': { name: 'Expected donations', path: adminPaths.expectedDonations },
  'expected-transfers': { name: 'Expected bank transfers', path: adminPaths.announcedTransfers },
  'bank-lines': { name: 'Lines of bank accounts', path: adminPaths.bankLines },
  receipts: { name: 'Receipts', path: adminPaths.taxReceipts },
  'gift-aid': { name: 'Gift Aid', path: adminPaths.giftAid },
  volunteers: { name: 'Volunteers', path: adminPaths.volunteers },
  'undelivered-mail': { name: 'Undelivered mail', path: adminPaths.mail },
  'test-donations': { name: 'Test donations', path: adminPaths.testDonations },
  search: { name: 'Results of the search', path: null },
} as const satisfies Record<string, Named>;
type ContactList = keyof typeof contactLists;

/** What is opened one at a time, by the id in the path of the call. */
export type ContactRecord =
  | 'deposit'
  | 'donation'
  | 'donor'
  | 'import'
  | 'nomination'
  | 'volunteer';

/** What of people a call shows: a list, or the record with the id in its path. */
export type Reads = ContactList | ContactRecord;

/** The right without which a caller is shown the rest only. */
export function rightToRead(reads: Reads): Right {
  if (reads === 'nomination') return 'needs.read';
  // Whoever sees donors sees volunteers, too, so a search shows nobody's contact data to anybody else.
  if (reads === 'volunteer' || reads === 'volunteers' || reads === 'search') {
    return 'volunteers.read';
  }
  return reads === 'undelivered-mail' ? 'mail.write' : 'contacts.read';
}

/** Whether somebody reads a list, and no single record. */
export function isContactList(reads: Reads): reads is ContactList {
  return Object.hasOwn(contactLists, reads);
}

const settingsPages = Object.fromEntries(
  settingsGroupNames.map((group) => [
    `settings-${group}`,
    { name: `Settings: ${settingsGroups[group].title}`, path: settingsGroupPath(group) },
  ]),
) as Record<`settings-${SettingsGroup}`, Named>;

const namedSubjects = {
  ...contactLists,
  ...settingsPages,
  person: { name: 'Somebody without donations or nominations', path: null },
  retention: { name: 'Old personal data', path: adminPaths.privacy },
  mail: { name: 'All outgoing email', path: adminPaths.mail },
  books: { name: 'Test donations', path: adminPaths.testDonations },
  installation: { name: 'This site', path: null },
  settings: { name: 'Settings', path: adminPaths.settings },
  checklists: { name: 'Checklists', path: adminPaths.checklists },
  'first-steps': { name: 'First Steps', path: adminPaths.dashboard },
  team: { name: 'Everybody on the team', path: adminPaths.accessReview },
  unknown: { name: 'No account of this site', path: null },
} as const satisfies Record<string, Named>;
/** What an entry of the trail can be about that has no id. */
export type NamedSubject = keyof typeof namedSubjects;

/** What an entry of the trail is about. */
export type AuditSubject = Id | NamedSubject;

// Entries are never changed, so those of earlier versions keep how they spelled it.
const formerSpellings: Record<string, NamedSubject> = {
  'gift aid': 'gift-aid',
  'expected transfers': 'expected-transfers',
};

/** What an entry is about that has no id; undefined for anything else. */
export function namedSubject(id: string): Named | undefined {
  const name = formerSpellings[id] ?? id;
  return Object.hasOwn(namedSubjects, name) ? namedSubjects[name as NamedSubject] : undefined;
}
