import { formatCents } from '#core/money.ts';

/** The actions of the audit trail in plain words. An action that is not listed here is still readable. */
export const actionTexts: Record<string, string> = {
  'cause.created': 'Added a cause',
  'cause.deleted': 'Deleted a cause',
  'nomination.submitted': 'Submitted a nomination',
  'nomination.accepted': 'Accepted a nomination',
  'nomination.rejected': 'Rejected a nomination',
  'nomination.completed': 'Completed a nomination',
  'nomination.reopened': 'Reopened a completed nomination',
  'nomination.decision_undone': 'Undid a decision about a nomination',
  'nomination.goal_set': 'Changed the goal of a nomination',
  'nomination.leftovers_released': 'Released the unspent money of a nomination',
  'allocation.created': 'Allocated money to a nomination',
  'allocation.released': 'Released an allocation',
  'allocation.replaced': 'Moved an allocation to another donation',
  'donation.refund_requested': 'Asked for a refund',
  'donation.refunded': 'Refunded a donation',
  'donation.refund_failed': 'Could not refund a donation',
  'donation.dispute_open': 'Reported a dispute of a donation',
  'donation.dispute_won': 'Reported a dispute as won',
  'donation.dispute_lost': 'Reported a dispute as lost',
  'donation.dispute_closed': 'Reported a dispute as closed',
  'donation.link_sent': 'Sent a donor the link to their donation',
  'donation.receipt_sent': 'Sent a donor the receipt again',
  'spending.recorded': 'Recorded an expense',
  'spending.undone': 'Undid an expense',
  'public_page.saved': 'Changed a public page',
  'public_page.published': 'Published a page',
  'public_page.unpublished': 'Took a page offline',
  'update.written': 'Wrote an update',
  'update.changed': 'Changed an update',
  'update.deleted': 'Deleted an update',
  'update.published': 'Published an update',
  'update.unpublished': 'Made an update a draft again',
  'file.added': 'Added a file',
  'file.described': 'Described a file',
  'file.redacted': 'Redacted a file',
  'file.published': 'Published a file',
  'file.unpublished': 'Took a file offline',
  'file.consent_withdrawn': 'Recorded that a consent was withdrawn',
  'file.deleted': 'Deleted a file',
  'user.created': 'Invited an administrator',
  'user.updated': 'Changed an administrator',
  'user.address_requested': 'Asked for a new email address',
  'user.address_stopped': 'Stopped a change of email address',
  'user.deleted': 'Removed an administrator',
  'user.password_chosen': 'Chose a password',
  'user.password_changed': 'Changed their password',
  'user.two_factor_on': 'Turned two-factor sign-in on',
  'user.two_factor_off': 'Turned two-factor sign-in off',
  'user.recovery_codes_made': 'Created new recovery codes',
  'user.recovery_code_used': 'Used a recovery code',
  'session.started': 'Signed in',
  'session.ended': 'Ended a session',
  'session.ended_everywhere': 'Signed out everywhere',
  'session.guessing_stopped': 'Stopped somebody from guessing a password',
  'site.set_up': 'Set up the site',
  'mail.resent': 'Resent an email',
  'mail.discarded': 'Discarded an email',
  'mail.paused': 'Paused outgoing email',
  'mail.resumed': 'Resumed outgoing email',
  'installation.confirmed': 'Confirmed that this is the live site',
  'test_money.taken_out': 'Took test money out of the books',
  'test_donation.removed': 'Removed a test donation',
  'alert.settled': 'Marked an alert as done',
};

/** The audit trail's fields whose own names people would not understand. */
const fieldTexts: Record<string, string> = {
  mails: 'Emails',
  taken: 'Taken by the bank',
  amountCents: 'Amount',
  availableCents: 'Available from the donation',
  allocatedCents: 'Allocated to the nomination',
  movedCents: 'Moved to the other donation',
};

/** A field that changed, in words; null if there is no old or no new value. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** An action of the audit trail in words: `describeAction("cause.created")` is `"Added a cause"`. */
export function describeAction(action: string): string {
  return actionTexts[action] ?? inWords(action.replace('.', ' '));
}

/**
 * What changed, in words: cents as dollars, and yes or no for flags. Leaves out ids, which tell a person nothing,
 * and fields that stayed the same.
 */
export function describeChanges(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !isId(before?.[field]) && !isId(after?.[field]))
    .map((field) => ({
      field: fieldTexts[field] ?? inWords(field.replace(/Cents$/, '')),
      before: valueText(field, before?.[field]),
      after: valueText(field, after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** `isAvailableNow` and `is_available_now` as "Is available now". */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// A field called an amount is in cents unless its name has another unit.
const moneyField = /Cents$|^(amount|spent|taken)$/;

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

function valueText(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Number.isSafeInteger(value) && moneyField.test(field)) return formatCents(value as number);
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
