import { countOf } from '#core/platform/counts.ts';

/* Which old data can be removed, and what counts as old. */
/** How long each kind of old data is kept: a number of months, or null for as long as the site runs. */
export interface RetentionPeriods {
  donorsAfterMonths: number | null;
  nominationsAfterMonths: number | null;
  papersAfterMonths: number | null;
  notesAfterMonths: number | null;
  mailRecordsAfterMonths: number | null;
  undeliveredMailAfterMonths: number | null;
  formerAddressesAfterMonths: number | null;
  trailDetailsAfterMonths: number | null;
}

/** One of the kinds of {@link RetentionPeriods}. */
export type RetentionRule = keyof RetentionPeriods;

/** Each kind in words: what is removed, and what counts as its age. */
export const retentionWords: Record<RetentionRule, { title: string; text: string }> = {
  donorsAfterMonths: {
    title: 'Donors without a donation',
    text: 'The donor is erased; amounts, dates, and the ledger stay. Donors who also nominated stay, and so does whoever stands in a file that is not imported yet.',
  },
  nominationsAfterMonths: {
    title: 'Declined and resting nominations',
    text: 'Names, contact details, texts, and papers go; the nomination itself stays, and still counts.',
  },
  papersAfterMonths: {
    title: 'Papers of decided nominations',
    text: 'Files that nominators sent, counted from the last decision.',
  },
  notesAfterMonths: {
    title: 'Notes about donors',
    text: 'Counted from the day when they were written.',
  },
  mailRecordsAfterMonths: {
    title: 'Records of emails to donors',
    text: 'When we wrote, where to, and what it was about.',
  },
  undeliveredMailAfterMonths: {
    title: 'Undelivered emails and messages',
    text: 'Emails that could not be sent, such as forwarded messages of the contact form.',
  },
  formerAddressesAfterMonths: {
    title: 'Former names and addresses',
    text: 'Of donors, and what nominations said before they were corrected. Counted from the last correction.',
  },
  trailDetailsAfterMonths: {
    title: 'Personal details in the audit trail',
    text: 'Names, addresses, and browsers in its entries are blacked out; the entries stay.',
  },
};

/** What counts until somebody saves other settings. Nothing is removed before an owner switches it on. */
export const defaultRetention: RetentionPeriods & { isOn: boolean } = {
  isOn: false,
  // The law says for how long in each country; until somebody knows, donors stay.
  donorsAfterMonths: null,
  nominationsAfterMonths: 12,
  papersAfterMonths: 24,
  notesAfterMonths: null,
  mailRecordsAfterMonths: 24,
  undeliveredMailAfterMonths: 6,
  formerAddressesAfterMonths: 12,
  trailDetailsAfterMonths: 24,
};

/** A period in words: `describePeriod(24)` is `"2 years"`. */
export function describePeriod(months: number): string {
  if (months % 12 !== 0) return countOf(months, 'month');
  const years = months / 12;
  return countOf(years, 'year');
}

/** As far as a preview counts: of what is old, there may be a large table. */
export const mostRowsCounted = 5_000;

/** Every kind, in the order of the settings. */
export const retentionRules = Object.keys(retentionWords) as RetentionRule[];
