import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  balanceCents,
  email,
  idParams,
  optionalLine,
  optionalText,
  paging,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import {
  donationId,
  donorChangeId,
  donorId,
  donorNoteId,
  volunteerOfferId,
} from '#contract/ids.ts';
import { offerStates } from '#core/volunteers/offer-states.ts';

/* Donors: listing, correcting, and joining them, their notes, and their postal address. */

const person = {
  id: donorId,
  firstName: z.string(),
  lastName: z.string(),
  /** Where all mail about their donations goes; null if they never told an address. */
  email: z.string().nullable(),
};

const totals = {
  donations: z.int(),
  /** What they gave, in cents. */
  amount: balanceCents,
  /** What of it went back to them. */
  returnedAmount: balanceCents,
};

/** An offer of time, without whose it is. */
export const offerOfTime = z.object({
  id: volunteerOfferId,
  createdAt: timestamp,
  state: z.enum(offerStates),
  /** Minutes of work that are confirmed. */
  minutes: z.int(),
  /** Minutes of work that nobody has confirmed. */
  unconfirmedMinutes: z.int(),
});

/** A donor as the list shows them. Amounts in cents. */
export const donorSummary = z.object({
  ...person,
  ...totals,
  /** When they last donated. */
  lastDonationAt: timestamp,
  /** The newest donation that matches a search by amount, date, or reference; null in any other list. */
  found: z.object({ id: donationId, createdAt: timestamp, amount: balanceCents }).nullable(),
});
export type DonorSummary = z.infer<typeof donorSummary>;

/** What somebody of the team noted about a donor. */
export const donorNote = z.object({
  id: donorNoteId,
  createdAt: timestamp,
  /** Null if it was not corrected. */
  changedAt: timestamp.nullable(),
  /** The name of its writer. */
  author: z.string(),
  text: z.string(),
  /** Whether the reader may still correct or remove it. */
  mayChange: z.boolean(),
});
export type DonorNote = z.infer<typeof donorNote>;

/** A correction of a donor, or a record that was joined into theirs, of the last 30 days. */
export const donorChange = z.object({
  id: donorChangeId,
  createdAt: timestamp,
  kind: z.enum(['correction', 'join']),
  /** The name of whoever made it. */
  by: z.string(),
  /** Who the donor was before, or whose record was joined: a name, with the address if there was one. */
  person: z.string(),
  /** Until when private links that are sent to the address wait; null if they work. */
  heldUntil: timestamp.nullable(),
  /** When the former address agreed; null if it has not. */
  agreedAt: timestamp.nullable(),
});
export type DonorChange = z.infer<typeof donorChange>;

/** A donor with everything that the team knows. Amounts in cents. */
export const donor = z.object({
  ...person,
  ...totals,
  /** When they first donated. */
  createdAt: timestamp,
  /** Names and addresses that were corrected, and those of records that were joined into this one. */
  formerly: z.array(z.string()),
  /** What can be taken back, the newest first. */
  changes: z.array(donorChange),
  /** When their personal data was erased; null if it was not. */
  erasedAt: timestamp.nullable(),
  /** Since when they get no updates, because they do not want any; null if they get them. */
  noUpdatesSince: timestamp.nullable(),
  /** Phone number and zip code of their newest donation; null if they told none. */
  phone: z.string().nullable(),
  zip: z.string().nullable(),
  /** For receipts; empty if nobody has said it. */
  postalAddress: z.string(),
  /** Their offers of time, newest first. */
  offersOfTime: z.array(offerOfTime),
  /** The newest mails about their donations, without their text. */
  mails: z.array(
    z.object({
      id: z.string(),
      createdAt: timestamp,
      /** The address that it went to. */
      recipient: z.string(),
      subject: z.string(),
      /** `undelivered`: somebody has to look at it. */
      state: z.enum(['waiting', 'sent', 'undelivered', 'discarded']),
    }),
  ),
  notes: z.array(donorNote),
});
export type Donor = z.infer<typeof donor>;

const shared = { tag: 'Donors' } as const;
const reading = { ...shared, access: 'contacts.read' } as const;
const changing = { ...shared, access: 'money.write' } as const;
const notes = '/api/donors/:id/notes';
const oneNote = z.object({ id: donorId, noteId: donorNoteId });

/** Those who donated last first, or whose matching donation is the newest. */
export const listDonors = endpoint('GET /api/donors', {
  ...reading,
  summary: 'List or find donors',
  reads: 'donors',
  query: z.object({
    ...paging,
    /** Part of a name or an address, an amount, a date, the ID of a donation or of its payment. */
    search: optionalLine(200).optional(),
  }),
  response: z.array(donorSummary),
  paged: true,
});

/** One donor. The id of a record that was joined into another one finds that one. */
export const getDonor = endpoint('GET /api/donors/:id', {
  ...reading,
  summary: 'Show a donor',
  reads: 'donor',
  params: idParams(donorId),
  response: donor,
  errors: ['not_found'],
});

/** The name and the address of a donor. Only a donor who never had an address may have none. */
export const donorInput = z.object({
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  email: email.or(z.literal('')),
});
export type DonorInput = z.infer<typeof donorInput>;

/**
 * Corrects the name or the address: the next mail goes there, and the former address is told. For three days, private links
 * that are sent to the new one do nothing unless the former one agrees. 409 if another donor has it, or if the donor had it
 * within these days, 400 if it was removed.
 */
export const correctDonor = endpoint('POST /api/donors/:id', {
  ...changing,
  recent: true,
  summary: 'Correct the name or the address of a donor',
  records: { 'donor.corrected': 'Corrected a donor' },
  params: idParams(donorId),
  body: donorInput,
  errors: ['not_found', 'donor_address_taken', 'take_back_instead', 'donor_joined', 'donor_erased'],
});

/**
 * Joins another record of the same person into this one, which gets its donations, mails, and notes. If it had another
 * address, that one is told, as for {@link correctDonor}.
 */
export const joinDonors = endpoint('POST /api/donors/:id/join', {
  ...changing,
  recent: true,
  summary: 'Join another record of the same donor into this one',
  records: { 'donor.joined': 'Joined two records of a donor' },
  params: idParams(donorId),
  body: z.object({ otherId: donorId }),
  errors: ['not_found', 'same_donor', 'donor_joined', 'donor_erased'],
});

/**
 * Takes a correction or a join of the last 30 days back whole. What was given meanwhile with an address goes with that
 * address. 409 if it was taken back already, if a later correction has to be taken back first, or if another donor has the
 * address by now.
 */
export const takeBackDonorChange = endpoint('POST /api/donors/:id/changes/:changeId/take-back', {
  ...changing,
  recent: true,
  summary: 'Take back a correction or a join of a donor',
  records: { 'donor.change_taken_back': 'Took back a correction or a join of a donor' },
  params: z.object({ id: donorId, changeId: donorChangeId }),
  errors: [
    'not_found',
    'change_taken_back',
    'take_back_in_order',
    'too_late_to_take_back',
    'donor_address_taken',
    'donor_joined',
    'donor_erased',
  ],
});

/** The text of a note. */
export const donorNoteInput = z.object({ text: requiredText(2_000) });

/** Adds a note that only the team sees. */
export const addDonorNote = endpoint(`POST ${notes}`, {
  ...changing,
  recent: false,
  summary: 'Note something about a donor',
  records: { 'donor.note_added': 'Noted something about a donor' },
  params: idParams(donorId),
  body: donorNoteInput,
  response: z.object({ id: donorNoteId }),
  status: 201,
  errors: ['not_found', 'idempotency_key_reused', 'donor_erased'],
});

/** Corrects one's own note, for some minutes: `src/core/vetting/notes.ts`. */
export const changeDonorNote = endpoint(`POST ${notes}/:noteId`, {
  ...changing,
  recent: false,
  summary: 'Correct your own note about a donor',
  records: { 'donor.note_changed': 'Corrected a note about a donor' },
  params: oneNote,
  body: donorNoteInput,
  errors: ['not_found', 'note_closed'],
});

/** Removes one's own note, for as long. */
export const removeDonorNote = endpoint(`DELETE ${notes}/:noteId`, {
  ...changing,
  recent: false,
  summary: 'Remove your own note about a donor',
  records: { 'donor.note_removed': 'Removed a note about a donor' },
  params: oneNote,
  errors: ['not_found', 'note_closed'],
});

/** Sets the address that receipts of this donor show from now on; empty to remove it. */
export const setPostalAddress = endpoint('POST /api/donors/:id/postal-address', {
  ...changing,
  recent: false,
  summary: 'Set the postal address of a donor',
  params: idParams(donorId),
  body: z.object({ postalAddress: optionalText(500) }),
  errors: ['not_found', 'donor_joined'],
});
