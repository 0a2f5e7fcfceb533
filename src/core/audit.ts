import { type ExportListName, exportFormats, exportLists } from '#core/exports/export-lists.ts';
import { bindingEndNames } from '#core/giving/bound-donations.ts';
import { describePercent } from '#core/ledger/card-costs.ts';
import { type ApprovalKind, approvalKinds } from '#core/people/approvals.ts';
import { type Role, roleWords } from '#core/people/rights.ts';
import { formatBytes } from '#core/platform/byte-sizes.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDate, formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { describeTime } from '#core/platform/working-time.ts';
import {
  describePeriod,
  type RetentionRule,
  retentionRules,
  retentionWords,
} from '#core/privacy/retention.ts';
import {
  issuerLabels,
  type ReceiptIssuer,
  receiptProfileTitles,
} from '#core/receipts/receipt-profiles.ts';
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

/** Every action of the audit trail, in plain words. An action that is not listed here cannot be recorded. */
export const actionTexts = {
  'cause.created': 'Added a cause',
  'cause.deleted': 'Deleted a cause',
  'cause.plans_move_requested': 'Asked to move recurring donations to another cause',
  'cause.plans_move_cancelled': 'Left recurring donations with their cause',
  'cause.plans_moved': 'Moved recurring donations to another cause',
  'nomination.submitted': 'Submitted a nomination',
  'nomination.accepted': 'Accepted a nomination',
  'nomination.rejected': 'Rejected a nomination',
  'nomination.completed': 'Completed a nomination',
  'nomination.reopened': 'Reopened a completed nomination',
  'nomination.decision_undone': 'Undid a decision about a nomination',
  'nomination.check_started': 'Started to check a nomination',
  'nomination.questions_asked': 'Asked a nominator',
  'nomination.question_answered': 'Answered a question about a nomination',
  'nomination.answers_read': 'Read the answers of a nominator',
  'nomination.question_closed': 'Closed a question to a nominator',
  'nomination.rested': 'Let a nomination rest without an answer',
  'nomination.link_sent': 'Sent a nominator a new link to their nomination',
  'nomination.checklist_begun': 'Began the checklist of a nomination',
  'nomination.point_changed': 'Changed a point of a nomination’s checklist',
  'nomination.reviewed': 'Recommended something about a nomination',
  'nomination.conflict_declared': 'Declared a conflict of interest about a nomination',
  'nomination.conflict_lifted': 'Took back a colleague’s conflict of interest about a nomination',
  'nomination.note_added': 'Noted something about a nomination',
  'nomination.note_changed': 'Corrected a note about a nomination',
  'nomination.note_removed': 'Removed a note about a nomination',
  'nomination.goal_set': 'Changed the goal of a nomination',
  'nomination.appealed': 'Appealed against a rejection',
  'nomination.appeal_decided': 'Decided an appeal',
  'consent.asked': 'Asked a nominee for consent',
  'consent.given': 'Agreed to being helped',
  'consent.declined': 'Declined to be helped',
  'consent.withdrawn': 'Withdrew a consent',
  'consent.ended': 'Put the end of a consent into effect',
  'consent.code_typed': 'Typed the code of a letter',
  'consent.correction_proposed': 'Proposed a correction about themselves',
  'consent.correction_settled': 'Marked a nominee’s correction as done',
  'nomination.leftovers_released': 'Released the unspent money of a nomination',
  'allocation.created': 'Allocated money to a nomination',
  'allocation.released': 'Released an allocation',
  'allocation.replaced': 'Moved an allocation to another donation',
  'donation.freed': 'Freed a donation from the need that it was bound to',
  'donation.refund_requested': 'Asked for a refund',
  'donation.refunded': 'Refunded a donation',
  'donation.refund_failed': 'Could not refund a donation',
  'donation.dispute_open': 'Reported a dispute of a donation',
  'donation.dispute_won': 'Reported a dispute as won',
  'donation.dispute_lost': 'Reported a dispute as lost',
  'donation.dispute_closed': 'Reported a dispute as closed',
  'donation.link_sent': 'Sent a donor the link to their donation',
  'donation.receipt_sent': 'Sent a donor the receipt again',
  'donation.anonymity_set': 'Said whether a donation is anonymous',
  'comment.approved': 'Approved a public comment of a donor',
  'comment.declined': 'Declined a public comment of a donor',
  'expected_donation.added': 'Expected a donation of a fund',
  'expected_donation.changed': 'Said how far an expected donation is',
  'expected_donation.described': 'Said how much is expected, or noted something about it',
  'expected_donation.paid': 'Said with which donation an expected one was paid',
  'donation.goods_set': 'Said what a donor got in return',
  'donation.receipt_issued': 'Issued a receipt',
  'donation.receipt_voided': 'Voided a receipt',
  'donation.receipt_replaced': 'Replaced a receipt',
  'donation.receipt_copied': 'Made a copy of a receipt',
  'in_kind.recorded': 'Recorded a donation in kind',
  'in_kind.voided': 'Voided a donation in kind',
  'in_kind.published': 'Changed what is public about a donation in kind',
  'in_kind.receipt_issued': 'Issued a receipt for a donation in kind',
  'in_kind.receipt_voided': 'Voided a receipt for a donation in kind',
  'in_kind.receipt_copied': 'Made a copy of a receipt for a donation in kind',
  'in_kind.receipt_replaced': 'Replaced a receipt for a donation in kind',
  'statement_mailing.sent': 'Emailed statements to donors',
  'statement_mailing.stopped': 'Stopped an email with statements',
  'donor.corrected': 'Corrected a donor',
  'donor.joined': 'Joined two records of a donor',
  'donor.change_taken_back': 'Took back a correction or a join of a donor',
  'donor.change_agreed': 'Agreed to another address of a donor',
  'donor.note_added': 'Noted something about a donor',
  'donor.note_changed': 'Corrected a note about a donor',
  'donor.note_removed': 'Removed a note about a donor',
  'volunteer.added': 'Entered an offer of time',
  'volunteer.changed': 'Changed an offer of time',
  'volunteer.corrected': 'Corrected who offers time',
  'volunteer.hours_recorded': 'Recorded hours of a volunteer',
  'volunteer.hours_confirmed': 'Confirmed hours of a volunteer',
  'volunteer.hours_undone': 'Undid hours of a volunteer',
  'volunteer.thanked': 'Thanked a volunteer',
  'donor_mailing.sent': 'Emailed several donors',
  'donor_mailing.stopped': 'Stopped an email to several donors',
  'spending.recorded': 'Recorded an expense',
  'spending.undone': 'Undid an expense',
  'plan.lowered': 'Lowered a recurring donation',
  'plan.paused': 'Paused a recurring donation',
  'plan.resumed': 'Resumed a recurring donation',
  'plan.change_refused': 'Could not change a recurring donation: the payment provider refused it',
  'plan.change_open': 'Changed a recurring donation without an answer',
  'plan.stopped': 'Stopped a recurring donation',
  'gift_aid.declared': 'Recorded a Gift Aid declaration',
  'gift_aid.withdrawn': 'Withdrew a Gift Aid declaration',
  'gift_aid.claimed': 'Marked donations as claimed under Gift Aid',
  'gift_aid.claim_undone': 'Undid the mark of a Gift Aid claim',
  'plan.adoption_asked': 'Asked for subscriptions of another system to go on here',
  'plan.adopted': 'Took over a subscription of another system',
  'plan.adoption_refused': 'Could not take over a subscription of another system',
  'deposit.added': 'Began a deposit',
  'deposit.saved': 'Entered a deposit',
  'deposit.deleted': 'Deleted an open deposit',
  'deposit.closed': 'Closed a deposit',
  'deposit.sent_back': 'Sent a deposit back',
  'deposit.confirmed': 'Confirmed a deposit',
  'import.uploaded': 'Uploaded a file with donations',
  'import.checked': 'Said how a file with donations is read',
  'import.causes_chosen': 'Chose the causes of an import',
  'import.begun': 'Imported donations of an earlier system',
  'import.finished': 'Finished an import of donations',
  'import.taking_back': 'Took an import of donations back',
  'import.taken_back': 'Finished taking an import of donations back',
  'import.deleted': 'Deleted an import that was not made',
  'donation.reversed': 'Reversed a wrong line of a deposit',
  'donation.bounced': 'Recorded that a check or transfer bounced',
  'card_costs.topped_up': 'Put in money for card costs',
  'card_costs.taken_out': 'Took out money for card costs',
  'bank_account.added': 'Added a bank account',
  'bank_account.changed': 'Changed a bank account',
  'bank_account.csv_mapping_saved': 'Said how the CSV files of a bank are read',
  'bank_account.statements_imported': 'Imported bank statements',
  'bank_account.statements_removed': 'Removed imported bank statements',
  'bank_line.matched': 'Matched a line of a bank account',
  'bank_line.unmatched': 'Undid the match of a line of a bank account',
  'month.locked': 'Locked a month of the books',
  'month.unlocked': 'Unlocked a month of the books',
  'public_page.saved': 'Changed a public page',
  'public_page.published': 'Published a page',
  'public_page.unpublished': 'Unpublished a page',
  'update.written': 'Wrote an update',
  'update.changed': 'Changed an update',
  'update.deleted': 'Deleted an update',
  'update.published': 'Published an update',
  'update.unpublished': 'Made an update a draft again',
  'file.added': 'Added a file',
  'file.described': 'Described a file',
  'file.redacted': 'Set the black parts of a receipt',
  'file.published': 'Published a file',
  'file.unpublished': 'Unpublished a file',
  'file.consent_withdrawn': 'Recorded that a consent was withdrawn',
  'file.deleted': 'Deleted a file',
  'user.created': 'Invited a user',
  'user.updated': 'Changed a user',
  'user.address_requested': 'Asked for a new email address',
  'user.address_stopped': 'Stopped a change of email address',
  'user.deleted': 'Removed a user',
  'user.password_chosen': 'Chose a password',
  'user.password_changed': 'Changed their password',
  'user.two_factor_on': 'Turned two-factor sign-in on',
  'user.two_factor_off': 'Turned two-factor sign-in off',
  'user.recovery_codes_made': 'Created new recovery codes',
  'user.recovery_code_used': 'Used a recovery code',
  'user.passkey_added': 'Added a passkey',
  'user.passkey_renamed': 'Renamed a passkey',
  'user.passkey_removed': 'Removed a passkey',
  'user.passkey_refused': 'Refused a passkey that may have been copied',
  'user.accepted': 'Accepted the invitation without a password',
  'user.provider_connected': 'Connected an account for signing in',
  'user.provider_disconnected': 'Disconnected an account for signing in',
  'access.reviewed': 'Confirmed that everybody’s roles are right',
  'approval.requested': 'Asked for a second person’s approval',
  'approval.approved': 'Approved what somebody else asked for',
  'approval.declined': 'Declined what somebody else asked for',
  'approval.refused': 'Approved what then could not be done',
  'approval.withdrawn': 'Withdrew what they had asked for',
  'change.objected': 'Objected to a change',
  'change.agreed': 'Agreed to a change',
  'change.lifted': 'Lifted the objections to a change',
  'privacy.archived': 'Handed out everything about a person',
  'privacy.erased': 'Erased a person',
  'privacy.erased_again': 'Erased a person again, after a restore',
  'privacy.retention_ran': 'Removed old personal data',
  'contact.donor_opened': 'Read a donor’s contact data',
  'contact.donation_opened': 'Read the contact data of a donation',
  'contact.deposit_opened': 'Read who gave in a deposit',
  'contact.import_opened': 'Read who gave in an import',
  'contact.volunteer_opened': 'Read a volunteer’s contact data',
  'contact.nomination_opened': 'Read a nominator’s contact data',
  'contact.person_opened': 'Looked up what is stored about a person',
  'contact.list_opened': 'Read a list with contact data',
  'export.requested': 'Asked for an export',
  'export.downloaded': 'Downloaded an export',
  'session.started': 'Signed in',
  'session.ended': 'Ended a session',
  'session.ended_everywhere': 'Signed out everywhere',
  'session.guessing_stopped': 'Stopped somebody from guessing a password',
  'site.set_up': 'Set up the site',
  'checklist.saved': 'Changed the checklist for a kind of nominee',
  'settings.changed': 'Changed the settings',
  'settings.restored': 'Restored an older version of the settings',
  'mail.resent': 'Resent an email',
  'mail.discarded': 'Discarded an email',
  'mail.paused': 'Paused outgoing email',
  'mail.resumed': 'Resumed outgoing email',
  'mail.hurried': 'Sent waiting email now',
  'installation.confirmed': 'Confirmed that this is the live site',
  'test_money.taken_out': 'Took test money out of the books',
  'test_donation.removed': 'Removed a test donation',
  'alert.settled': 'Marked an alert as done',
} as const;

/** One of the keys of {@link actionTexts}: the kind of item and what happened to it. */
export type AuditAction = keyof typeof actionTexts;

/** A kind of item that the audit trail tells about: the part of an action before the dot. */
export type AuditKind = AuditAction extends `${infer Kind}.${string}` ? Kind : never;

/** Every kind of item, as a group of actions, and as one item that is there no longer. */
export const auditKinds: Record<AuditKind, { group: string; deleted: string }> = {
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
  site: { group: 'Setting up this site', deleted: 'A removed user' },
  installation: { group: 'This site and its copies', deleted: 'This site' },
  test_money: { group: 'Removal of test donations from the totals', deleted: 'The books' },
  test_donation: { group: 'Test donations', deleted: 'A removed test donation' },
};

/** An action in words: `describeAction("cause.created")` is `"Added a cause"`. */
export function describeAction(action: string): string {
  return actionTexts[action as AuditAction] ?? 'Did something that this version does not know';
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
  /** The current names of the items that values refer to, by their ids. */
  names: Map<string, string>;
}

interface Field<Value> {
  text: string;
  show: (value: Value, reading: AuditReading) => string;
  /** The kind of item whose id the value is. */
  refersTo?: 'nomination' | 'donation' | 'donor' | 'user';
}

const field = <Value>(text: string, show: Field<Value>['show']): Field<Value> => ({ text, show });
const textField = (text: string) => field<string>(text, (value) => value);
const centsField = (text: string) => field<number>(text, (cents) => formatCents(cents));
const flagField = (text: string) => field<boolean>(text, (isOn) => (isOn ? 'Yes' : 'No'));
const countField = (text: string) => field<number>(text, formatCount);
const periodField = (text: string) => field<number>(`${text}: removed after`, describePeriod);
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

/** The fields of a public page that an administrator writes. */
const pageFields = {
  publicName: 'Public name',
  summary: 'Summary',
  story: 'Story',
  coverFileId: 'Cover photo',
};

/** What an administrator says about a file. */
const fileFields = {
  caption: 'Caption',
  alternativeText: 'Alternative text',
  consentBy: 'Who agreed',
  consentScope: 'What they agreed to',
  consentUntil: 'End of the consent',
};

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

const listWords = Object.fromEntries(
  Object.entries(exportLists).map(([list, { title }]) => [list, title]),
) as Record<ExportListName, string>;

/** Every field of the audit trail in words. One that is not listed here cannot be recorded. */
const fields = {
  name: textField('Name'),
  firstName: textField('First name'),
  lastName: textField('Last name'),
  email: textField('Email address'),
  roles: wordsField('Roles', roleNames),
  browser: textField('Browser'),
  passkey: textField('Passkey'),
  provider: textField('Signs in with'),
  uses: countField('Signatures'),
  people: field<readonly string[]>('People', (people) => people.join('; ')),
  title: textField('Alert'),
  cause: textField('Cause'),
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
  fields: wordsField('Changed', pageFields),
  changed: wordsField('Changed', fileFields),
  corrected: wordsField('Changed', {
    name: 'Name',
    email: 'Email address',
    postalAddress: 'Postal address',
  }),
  volunteer: wordsField('Changed', {
    name: 'Name',
    email: 'Email address',
    phone: 'Phone number',
    notes: 'Notes',
  }),
  offer: wordField('State', offerNames),
  assignee: referenceField('Assigned to', 'user'),
  time: field<number>('Time', describeTime),
  isConfirmed: flagField('Confirmed'),
  isAnonymous: flagField('Anonymous'),
  isPublished: flagField('Public'),
  createdAt: field<string>('Date', (moment, { timeZone }) => formatDate(moment, timeZone)),
  amountCents: centsField('Amount'),
  amount: centsField('Amount'),
  availableCents: centsField('Available from the donation'),
  allocatedCents: centsField('Allocated to the nomination'),
  coverCents: centsField('Added for card costs'),
  movedCents: centsField('Moved to the other donation'),
  goalCents: centsField('Goal'),
  spent: centsField('Spent for the nomination'),
  taken: centsField('Taken by the bank'),
  difference: centsField('Difference'),
  matchedWith: textField('Matched with'),
  month: textField('Month'),
  bytes: field<number>('Size', formatBytes),
  mails: countField('People emailed'),
  blackParts: countField('Black parts'),
  sessions: countField('Ended sessions'),
  failures: countField('Wrong guesses'),
  minutes: countField('Minutes'),
  donations: countField('Donations'),
  subscriptions: countField('Subscriptions'),
  expenses: countField('Expenses'),
  nominations: countField('Nominations'),
  erasedDonors: countField('Erased donors'),
  erasedNominations: countField('Erased nominations'),
  papers: countField('Deleted papers'),
  notes: countField('Deleted notes'),
  mailRecords: countField('Deleted records of emails'),
  undelivered: countField('Deleted undelivered emails'),
  formerNames: countField('Deleted former names and addresses'),
  trailDetails: countField('Entries of the audit trail with blacked out details'),
  questions: countField('Questions'),
  question: countField('Question'),
  version: countField('Version'),
  list: wordField('List', listWords),
  format: wordField('Format', exportFormats),
  filter: textField('Filter'),
  rows: countField('Rows'),
  lines: countField('Lines'),
  accountNumber: textField('Account number'),
  isClosed: flagField('Closed'),
  timeZone: textField('Time zone'),
  presetCents: field<readonly number[]>('Amounts on the donation form', (amounts) =>
    amounts.length === 0 ? 'None' : amounts.map((cents) => formatCents(cents)).join(', '),
  ),
  cardRate: field<number>(
    'Card costs: part of each payment',
    (points) => `${describePercent(points)}%`,
  ),
  cardFixedCents: centsField('Card costs: fixed part'),
  isForRunningCosts: flagField('For running costs'),
  paysCardCosts: flagField('Pays card costs'),
  isCoverOffered: flagField('Donors are asked to add card costs'),
  cover: centsField('Added for card costs'),
  boundDays: countField('Days for which a donation can be bound to a need'),
  boundTo: referenceField('Bound to', 'nomination'),
  bindingEnd: wordField('Why', bindingEndNames),
  isTransferOffered: flagField('Donors can donate by bank transfer'),
  transferDetails: textField('Where donors transfer money to'),
  isFourEyesOn: flagField('A second person approves'),
  spendingAboveCents: centsField('Expenses that need a second person: above'),
  refundAboveCents: centsField('Refunds that need a second person: above'),
  isChecklistRequired: flagField('Required points before a nomination is accepted'),
  reviewsAboveCents: field<number | null>('Goals that take two recommendations', (cents) =>
    cents === null ? 'None' : `Above ${formatCents(cents)}`,
  ),
  nomineeKind: wordField('What the nominee is', nomineeKindNames),
  point: textField('Point'),
  pointState: wordField('How far it is', pointStateNames),
  isProofChanged: flagField('Changed how it was proved'),
  points: field<readonly string[]>('Points', (points) => points.join('; ')),
  person: textField('Person'),
  mentioned: countField('People mentioned'),
  isSecondFactorRequired: flagField('Two-factor sign-in for everybody'),
  isConsentRequired: flagField('Nominees agree first'),
  isRetentionOn: flagField('Old personal data is removed'),
  ...(Object.fromEntries(
    retentionRules.map((rule) => [rule, periodField(retentionWords[rule].title)]),
  ) as Record<RetentionRule, Field<number>>),
  texts: wordsField('Changed', {
    howWeWork: 'Text on “How We Work”',
    otherHelp: 'Other places that help',
    receiptTexts: 'Sentences on receipts',
  }),
  receipt: textField('Receipt'),
  replacedReceipt: textField('Receipt before'),
  goods: textField('Given in return'),
  goodsCents: centsField('Value of what was given in return'),
  period: textField('Period'),
  receiptProfile: wordField('Receipts', receiptProfileTitles),
  asksForGiftAid: flagField('Donors are asked for Gift Aid declarations'),
  ...(Object.fromEntries(
    Object.entries(issuerLabels).map(([name, label]) => [name, textField(label)]),
  ) as Record<keyof ReceiptIssuer, Field<string>>),
  decisionReason: wordField('Reason', reasonWords),
  hasLetter: flagField('Letter written'),
  outcome: wordField('Outcome', { accepted: 'Accepted after all', upheld: 'It stays declined' }),
  consentChannel: wordField('Asked by', consentChannelWords),
  consentRelation: wordField('Said by', consentRelationTexts),
  consentMethod: wordField('How', consentMethodWords),
  consentSaid: wordField('Consent', consentSaidWords),
  consentEndsOn: field<string>('Until', formatDay),
  showsName: flagField('Name may show'),
  showsStory: flagField('Story may show'),
  showsPhotos: flagField('Photos may show'),
  attempt: countField('Attempt'),
  nominationId: referenceField('Nomination', 'nomination'),
  donation: referenceField('Donation', 'donation'),
  donor: referenceField('Joined record', 'donor'),
} satisfies Record<string, Field<never>>;

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
      return { field: text, before: shown(before?.[name]), after: shown(after?.[name]) };
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
    (name) => !Object.hasOwn(fields, name) && !(unseen as readonly string[]).includes(name),
  );
}

function fieldsOf(before: StoredValues, after: StoredValues): [string, Field<never>][] {
  const names = Object.keys({ ...before, ...after });
  return names
    .filter((name) => Object.hasOwn(fields, name))
    .map((name) => [name, fields[name as FieldName] as Field<never>]);
}
