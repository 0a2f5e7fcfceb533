import { exportFormats } from '#core/exports/export-lists.ts';
import { bindingEndNames } from '#core/giving/bound-donations.ts';
import { causeGroundWords } from '#core/giving/cause-changes.ts';
import { settingInWords } from '#core/operations/setting-kinds.ts';
import { settingList } from '#core/operations/setting-list.ts';
import { type ApprovalKind, approvalKinds } from '#core/people/approvals.ts';
import { type Role, roleWords } from '#core/people/rights.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDate, formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { nameInWords } from '#core/platform/names-in-words.ts';
import { describeTime } from '#core/platform/working-time.ts';
import { receiptKinds } from '#core/receipts/receipt-kinds.ts';
import { causeStateNames } from '#core/vetting/cause-states.ts';
import { nomineeKindNames, pointStateNames } from '#core/vetting/checklists.ts';
import {
  type ConsentRelation,
  consentChannelWords,
  consentMethodWords,
  consentRelationWords,
  consentSaidWords,
} from '#core/vetting/consent.ts';
import { reasonWords } from '#core/vetting/decision-reasons.ts';
import { nominationStatusNames } from '#core/vetting/nomination-status.ts';
import { type OfferState, offerStateWords } from '#core/volunteers/offer-states.ts';

/* The words of the audit trail for actions and changes. */

/**
 * The actions of jobs, of the payment provider, and of any call, in plain words. Those of one call are what it `records`
 * in the contract.
 */
export const otherActions = {
  'nomination.rested': 'Let a nomination rest without an answer',
  'consent.ended': 'Put the end of a consent into effect',
  'donation.freed': 'Freed a donation from the need that it was bound to',
  'donation.dispute_open': 'Reported a dispute of a donation',
  'donation.dispute_won': 'Reported a dispute as won',
  'donation.dispute_lost': 'Reported a dispute as lost',
  'donation.dispute_closed': 'Reported a dispute as closed',
  'update.unpublished': 'Made an update a draft again',
  'approval.requested': 'Asked for a second person’s approval',
  'privacy.erased_again': 'Erased a person again, after a restore',
  'privacy.retention_ran': 'Removed old personal data',
  'contact.donor_opened': 'Read a donor’s contact data',
  'contact.donation_opened': 'Read the contact data of a donation',
  'contact.deposit_opened': 'Read who gave in a deposit',
  'contact.import_opened': 'Read who gave in an import',
  'contact.volunteer_opened': 'Read a volunteer’s contact data',
  'contact.nomination_opened': 'Read a nominator’s contact data',
  'contact.list_opened': 'Read a list with contact data',
  'mail.paused': 'Paused outgoing email',
  'test_money.taken_out': 'Took test money out of the books',
} as const;

/** Every kind of item, as a group of actions, and as one item that is there no longer. */
export const auditKinds = {
  cause: { group: 'Causes', deleted: 'A deleted cause' },
  nomination: { group: 'Nominations', deleted: 'A deleted nomination' },
  consent: { group: 'Consents of nominees', deleted: 'A deleted nomination' },
  allocation: { group: 'Allocations', deleted: 'A deleted allocation' },
  donation: { group: 'Donations', deleted: 'A donation taken out of the books' },
  expected_donation: {
    group: 'Expected donations',
    deleted: 'An expected donation that was taken back',
  },
  comment: { group: 'Public comments', deleted: 'A comment that was taken back' },
  donor: { group: 'Donors', deleted: 'A removed donor' },
  volunteer: { group: 'Volunteers', deleted: 'A removed offer of time' },
  donor_mailing: { group: 'Emails to donors', deleted: 'An email to donors' },
  statement_mailing: { group: 'Statements to donors', deleted: 'An email with statements' },
  spending: { group: 'Expenses', deleted: 'A deleted expense' },
  plan: { group: 'Recurring donations', deleted: 'A recurring donation' },
  in_kind: { group: 'Donations in kind', deleted: 'A donation in kind' },
  deposit: { group: 'Deposits', deleted: 'A deleted deposit' },
  card_costs: { group: 'Card costs', deleted: 'Money for card costs' },
  gift_aid: { group: 'Gift Aid', deleted: 'Gift Aid' },
  import: { group: 'Imports', deleted: 'A deleted import' },
  bank_account: { group: 'Bank', deleted: 'A removed bank account' },
  bank_line: { group: 'Lines of bank accounts', deleted: 'A removed line of a bank account' },
  month: { group: 'Months of the books', deleted: 'A month of a trial' },
  file: { group: 'Files', deleted: 'A deleted file' },
  public_page: { group: 'Public pages', deleted: 'A deleted page' },
  update: { group: 'Updates', deleted: 'A deleted update' },
  user: { group: 'Users', deleted: 'A removed user' },
  access: { group: 'Reviews of access', deleted: 'Everybody on the team' },
  approval: { group: 'Approvals', deleted: 'A deleted request' },
  change: { group: 'Objections', deleted: 'A change of who approves and how' },
  export: { group: 'Exports', deleted: 'An export' },
  privacy: { group: 'Privacy', deleted: 'An erased person' },
  contact: { group: 'Reading of contact data', deleted: 'An erased person' },
  session: { group: 'Sign-in', deleted: 'A removed user' },
  checklist: { group: 'Checklists', deleted: 'A checklist' },
  settings: { group: 'Settings', deleted: 'A deleted version' },
  mail: { group: 'Email', deleted: 'A deleted email' },
  alert: { group: 'Alerts', deleted: 'A deleted alert' },
  first_step: { group: 'First steps', deleted: 'First steps' },
  site: { group: 'Setting up this site', deleted: 'A removed user' },
  installation: { group: 'This site and its copies', deleted: 'This site' },
  test_money: { group: 'Removal of test donations from the totals', deleted: 'The books' },
  test_donation: { group: 'Test donations', deleted: 'A removed test donation' },
} as const satisfies Record<string, { group: string; deleted: string }>;

/** A kind of item that the audit trail tells about: the part of an action before the dot. */
export type AuditKind = keyof typeof auditKinds;

/** An action in words: `describeAction("cause.created", texts)` is `"Added a cause"`. */
export function describeAction(action: string, texts: Record<string, string>): string {
  return texts[action] ?? 'Did something that this version does not know';
}

/** The kind of item that an action is about: `auditKind("cause.created")` is `"cause"`; null for an unknown one. */
export function auditKind(action: string): AuditKind | null {
  const [kind = ''] = action.split('.');
  return Object.hasOwn(auditKinds, kind) ? (kind as AuditKind) : null;
}

const actors: Record<string, string> = {
  system: 'The system',
  visitor: 'A visitor',
  'former-address': 'Whoever reads the former address',
  nominee: 'The nominee',
  'provider:stripe': 'Stripe',
  'provider:test': 'Test payments',
};

/** Who did something, if it is nobody with an account: `describeActor("system")` is `"The system"`. */
export function describeActor(actor: string): string {
  if (actor.startsWith('user:')) return 'A removed user';
  return actors[actor] ?? 'Another payment provider';
}

/** What the values of an entry are read with. */
export interface AuditReading {
  /** The time zone of the site, for dates. */
  timeZone: string;
  /** The current names of the items that values refer to, by their ids, and of lists that can be exported. */
  names: Map<string, string>;
}

interface Field<Value> {
  /** Where its name says too little. */
  text?: string;
  show: (value: Value, reading: AuditReading) => string;
  /** The kind of item whose id the value is. */
  refersTo?: 'nomination' | 'donation' | 'donor' | 'user';
}

const field = <Value>(text: string, show: Field<Value>['show']): Field<Value> => ({ text, show });
const plainText: Field<string> = { show: (value) => value };
const cents: Field<number> = { show: (value) => formatCents(value) };
const count: Field<number> = { show: formatCount };
/** Fields of a person or of a page: what was in them is not recorded. */
const namesOfFields = field<readonly string[]>('Changed', (names) =>
  names.map(nameInWords).join(', '),
);
const textField = (text: string) => ({ ...plainText, text });
const centsField = (text: string) => ({ ...cents, text });
const countField = (text: string) => ({ ...count, text });
const flagField = (text: string) => field<boolean>(text, (isOn) => (isOn ? 'Yes' : 'No'));
/** Fields of one kind that are called as their names say. */
const all = <Name extends string, Value>(kind: Field<Value>, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Field<Value>>;
const wordField = <Value extends string>(text: string, words: Record<Value, string>) =>
  field<Value>(text, (value) => words[value] ?? 'Unknown');
const wordsField = <Value extends string>(text: string, words: Record<Value, string>) =>
  field<readonly Value[]>(text, (values) =>
    values.map((value) => words[value] ?? 'Unknown').join(', '),
  );
const referenceField = (
  text: string,
  kind: 'nomination' | 'donation' | 'donor' | 'user',
): Field<string> => ({
  text,
  refersTo: kind,
  show: (id, { names }) => names.get(id) ?? auditKinds[kind].deleted,
});

const kindWords = {
  receipt: 'Receipt',
  photo: 'Photo',
  video: 'Video',
  paper: 'Paper',
  progress: 'Progress',
  completed: 'Completed',
  did_not_work_out: 'It did not work out',
};

const askedWords = Object.fromEntries(
  Object.entries(approvalKinds).map(([kind, { name }]) => [kind, name]),
) as Record<ApprovalKind, string>;

const consentRelationTexts = Object.fromEntries(
  Object.entries(consentRelationWords).map(([relation, { team }]) => [relation, team]),
) as Record<ConsentRelation, string>;

const roleNames = Object.fromEntries(
  Object.entries(roleWords).map(([role, { name }]) => [role, name]),
) as Record<Role, string>;

const offerNames = Object.fromEntries(
  Object.entries(offerStateWords).map(([state, { name }]) => [state, name]),
) as Record<OfferState, string>;

/** Every field of the audit trail in words. One that is not listed here cannot be recorded. */
const fields = {
  ...all(plainText, 'name', 'firstName', 'lastName', 'email', 'browser', 'passkey', 'cause'),
  ...all(plainText, 'matchedWith', 'month', 'filter', 'accountNumber', 'point'),
  ...all(plainText, 'person', 'receipt', 'period', 'step'),
  ...all(count, 'blackParts', 'minutes', 'donations', 'subscriptions', 'expenses', 'nominations'),
  ...all(count, 'erasedDonors', 'erasedNominations', 'questions', 'question', 'version', 'rows'),
  ...all(count, 'lines', 'attempt', 'place'),
  ...all(cents, 'amountCents', 'amount', 'goalCents', 'difference'),
  ...all(namesOfFields, 'fields', 'changed', 'corrected', 'volunteer'),
  roles: wordsField('Roles', roleNames),
  provider: textField('Signs in with'),
  uses: countField('Signatures'),
  people: field<readonly string[]>('People', (people) => people.join('; ')),
  title: textField('Alert'),
  reason: textField('Reason for the pause'),
  status: wordField('Status', nominationStatusNames),
  kind: wordField('Kind', kindWords),
  asked: wordField('Asked for', askedWords),
  what: wordField('What was guessed', {
    account: 'A password',
    network: 'Passwords, from one network',
    second_factor: 'A code of two-factor sign-in',
  }),
  doubt: wordField('Question before', {
    restored: 'Was this site restored as the live site, or as a copy?',
    unmarked: 'Is this the file storage of this site?',
    foreign: 'Is the file storage shared with another site?',
  }),
  offer: wordField('State', offerNames),
  assignee: referenceField('Assigned to', 'user'),
  time: field<number>('Time', describeTime),
  isConfirmed: flagField('Confirmed'),
  isAnonymous: flagField('Anonymous'),
  isPublished: flagField('Public'),
  causeGround: wordField('On what ground', causeGroundWords),
  createdAt: field<string>('Date', (moment, { timeZone }) => formatDate(moment, timeZone)),
  availableCents: centsField('Available from the donation'),
  allocatedCents: centsField('Allocated to the nomination'),
  coverCents: centsField('Added for card costs'),
  movedCents: centsField('Moved to the other donation'),
  spent: centsField('Spent for the nomination'),
  taken: centsField('Taken by the bank'),
  bytes: field<number>('Size', formatBytes),
  mails: countField('People emailed'),
  sessions: countField('Ended sessions'),
  failures: countField('Wrong guesses'),
  papers: countField('Deleted papers'),
  notes: countField('Deleted notes'),
  mailRecords: countField('Deleted records of emails'),
  undelivered: countField('Deleted undelivered emails'),
  formerNames: countField('Deleted former names and addresses'),
  trailDetails: countField('Entries of the audit trail with blacked out details'),
  list: field<string>('List', (list, { names }) => names.get(list) ?? 'Unknown'),
  format: wordField('Format', exportFormats),
  isClosed: flagField('Closed'),
  isForRunningCosts: flagField('For running costs'),
  causeDescription: textField('Description'),
  causeState: wordField('State', causeStateNames),
  plansTo: textField('Recurring donations go to'),
  paysCardCosts: flagField('Pays card costs'),
  payee: textField('Paid to'),
  paidOn: field<string>('Paid on', formatDay),
  receiptKind: wordField('Kind of receipt', receiptKinds),
  cover: centsField('Added for card costs'),
  boundTo: referenceField('Bound to', 'nomination'),
  bindingEnd: wordField('Why', bindingEndNames),
  nomineeKind: wordField('What the nominee is', nomineeKindNames),
  pointState: wordField('How far it is', pointStateNames),
  isProofChanged: flagField('Changed how it was proved'),
  points: field<readonly string[]>('Points', (points) => points.join('; ')),
  mentioned: countField('People mentioned'),
  texts: wordsField('Changed', {
    ...Object.fromEntries(settingList.map(({ recordedAs, label }) => [recordedAs, label])),
    // Of earlier versions, in which they had one name.
    receiptTexts: 'Sentences on receipts',
  }),
  replacedReceipt: textField('Receipt before'),
  goods: textField('Given in return'),
  goodsCents: centsField('Value of what was given in return'),
  decisionReason: wordField('Reason', reasonWords),
  hasLetter: flagField('Letter written'),
  outcome: wordField('Outcome', { accepted: 'Accepted after all', upheld: 'It stays declined' }),
  consentChannel: wordField('Asked by', consentChannelWords),
  consentRelation: wordField('Who decides', consentRelationTexts),
  consentMethod: wordField('How', consentMethodWords),
  consentSaid: wordField('Consent', consentSaidWords),
  consentEndsOn: field<string>('Until', formatDay),
  showsName: flagField('Name may show'),
  showsStory: flagField('Story may show'),
  showsPhotos: flagField('Photos may show'),
  nominationId: referenceField('Nomination', 'nomination'),
  donation: referenceField('Donation', 'donation'),
  donor: referenceField('Joined record', 'donor'),
} satisfies Record<string, Field<never>>;

/** Those of the settings, by what the trail calls them. What is in the charity's own texts is not recorded. */
const settingFields = Object.fromEntries(
  settingList.map((each): [string, Field<never>] => [
    each.recordedAs,
    { text: each.label, show: (value) => settingInWords(each, value) },
  ]),
);
const wordsByName: Record<string, Field<never>> = { ...settingFields, ...fields };

/** What only a program can use: it is recorded, and no screen shows it. */
const unseen = ['allocation', 'refund', 'dispute', 'key', 'messageId', 'sha256'] as const;

type FieldName = keyof typeof fields;
type ValueOf<F> = F extends Field<infer Value> ? Value : never;

/** Old or new values as an entry records them; null for none. */
export type AuditValues = { [F in FieldName]?: ValueOf<(typeof fields)[F]> | null | undefined } & {
  [F in (typeof unseen)[number]]?: string | null;
};

/** A field that changed, in words; null if there is no old or no new value. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

type StoredValues = Record<string, unknown> | null;

/** What changed, in words. Leaves out what only a program can use, and fields that stayed the same. */
export function describeChanges(
  before: StoredValues,
  after: StoredValues,
  reading: AuditReading,
): Change[] {
  return fieldsOf(before, after)
    .map(([name, { text, show }]) => {
      const shown = (value: unknown) =>
        value === undefined || value === null ? null : show(value as never, reading) || null;
      return {
        field: text ?? nameInWords(name),
        before: shown(before?.[name]),
        after: shown(after?.[name]),
      };
    })
    .filter((change) => change.before !== change.after);
}

/** The ids of the items that the values of an entry refer to, with their kinds. */
export function auditReferences(before: StoredValues, after: StoredValues) {
  return fieldsOf(before, after).flatMap(([name, { refersTo }]) =>
    refersTo === undefined
      ? []
      : [before?.[name], after?.[name]]
          .filter((id) => typeof id === 'string')
          .map((id) => ({ kind: refersTo, id })),
  );
}

/** The names among these that have no words; what only a program can use needs none. */
export function fieldsWithoutWords(values: StoredValues): string[] {
  return Object.keys(values ?? {}).filter(
    (name) => !Object.hasOwn(wordsByName, name) && !(unseen as readonly string[]).includes(name),
  );
}

function fieldsOf(before: StoredValues, after: StoredValues): [string, Field<never>][] {
  const names = Object.keys({ ...before, ...after });
  return names
    .filter((name) => Object.hasOwn(wordsByName, name))
    .map((name) => [name, wordsByName[name] as Field<never>]);
}
