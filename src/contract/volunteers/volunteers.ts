import { z } from 'zod';
import { offerOfTime } from '#contract/donors/donors.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  email,
  idParams,
  optionalLine,
  optionalText,
  paging,
  pastDay,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import {
  donationId,
  donorId,
  nominationId,
  userId,
  volunteerHoursId,
  volunteerOfferId,
  volunteerThanksId,
} from '#contract/ids.ts';
import { mostMinutesOfDay } from '#core/platform/working-time.ts';
import { offerStates, settableOfferStates } from '#core/volunteers/offer-states.ts';

/* Volunteers: offers of time, their hours, and thanks for them. */

/** The need that somebody helps with; null for the charity as a whole. */
const helpedNeed = z.object({ id: nominationId, nominee: z.string() }).nullable();

/** Time in minutes. */
const minutes = z.int();

/** An offer of time as the list shows it. Who it is, is null for whoever may not see donors' contact details. */
export const volunteerSummary = offerOfTime.extend({
  person: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      /** Empty if it is not known. */
      email: z.string(),
      /** Empty if it is not known. */
      phone: z.string(),
      /** Null for somebody who has not donated. */
      donorId: donorId.nullable(),
    })
    .nullable(),
  need: helpedNeed,
  assignedTo: z.object({ id: userId, name: z.string() }).nullable(),
  thankedAt: timestamp.nullable(),
});
export type VolunteerSummary = z.infer<typeof volunteerSummary>;

/** Some work on one day. Its text is null for whoever may not see donors' contact details. */
export const volunteerHours = z.object({
  id: volunteerHoursId,
  createdAt: timestamp,
  day: z.iso.date(),
  minutes,
  what: z.string().nullable(),
  need: helpedNeed,
  /** The name of whoever recorded it. */
  recordedBy: z.string(),
  /** Null while nobody has confirmed it: then it does not count. */
  confirmed: z.object({ at: timestamp, by: z.string() }).nullable(),
  /** Null unless it was a mistake: then it does not count either. */
  undone: z.object({ at: timestamp, by: z.string(), reason: z.string().nullable() }).nullable(),
});
export type VolunteerHours = z.infer<typeof volunteerHours>;

/** An offer with everything that the reader may know. */
export const volunteer = volunteerSummary.extend({
  /** Whether the time was offered with a donation; otherwise, the team entered the offer. */
  isFromDonation: z.boolean(),
  /** That donation; null, too, for whoever may not see who gave. */
  donationId: donationId.nullable(),
  notes: z.string().nullable(),
  /** The latest day first. */
  hours: z.array(volunteerHours),
  /** The thanks that were mailed, newest first. */
  thanks: z.array(
    z.object({
      id: volunteerThanksId,
      createdAt: timestamp,
      by: z.string(),
      text: z.string().nullable(),
      minutes,
    }),
  ),
});
export type Volunteer = z.infer<typeof volunteer>;

/** The orders of the list; `hours` puts first who worked most, by confirmed hours. */
export const volunteerOrders = ['newest', 'oldest', 'hours'] as const;

/** `open` is every state in which the offer is still on somebody's mind. */
export const volunteerStateFilters = ['open', ...offerStates] as const;

const shared = { tag: 'Volunteers' } as const;
const reading = { ...shared, access: 'lists.read' } as const;
const changing = { ...shared, access: 'volunteers.write' } as const;
const one = '/api/volunteers/:id';
const oneEntry = z.object({ id: volunteerOfferId, hoursId: volunteerHoursId });

/** Newest first, unless asked otherwise. */
export const listVolunteers = endpoint('GET /api/volunteers', {
  ...reading,
  summary: 'List the offers of time',
  reads: 'volunteers',
  query: z.object({
    ...paging,
    /** Part of a name, an address, or a phone number: only for those who may see these. */
    search: optionalLine(200).optional(),
    state: z.enum(volunteerStateFilters).optional(),
    assignedToId: userId.optional(),
    /** Only offers for this need, and those with hours for it. */
    nominationId: nominationId.optional(),
    /** Only those with hours that nobody has confirmed. */
    isUnconfirmed: z.enum(['true']).optional(),
    order: z.enum(volunteerOrders).default('newest'),
  }),
  response: z.array(volunteerSummary),
  paged: true,
});

/** One offer. */
export const getVolunteer = endpoint(`GET ${one}`, {
  ...reading,
  summary: 'Show an offer of time with its hours',
  reads: 'volunteer',
  params: idParams(volunteerOfferId),
  response: volunteer,
  errors: ['not_found'],
});

/** Whom an offer can be assigned to, and which needs it can be for. */
export const listVolunteerChoices = endpoint('GET /api/volunteer-choices', {
  ...shared,
  access: 'volunteers.write',
  summary: 'List the colleagues and needs that an offer of time can be for',
  response: z.object({
    colleagues: z.array(z.object({ id: userId, name: z.string() })),
    /** Accepted nominations, also completed ones, newest first. */
    needs: z.array(z.object({ id: nominationId, nominee: z.string() })),
  }),
});

const someEmail = z
  .string({ error: 'Required' })
  .trim()
  .refine((text) => text === '' || email.safeParse(text).success, 'Invalid email');

const person = {
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  /** May be empty; then nobody can be thanked by email. */
  email: someEmail,
  phone: optionalLine(500),
};

const isReachable = (input: { email: string; phone: string }) =>
  input.email !== '' || input.phone !== '';
const unreachable = { error: 'Enter an email address or a phone number', path: ['phone'] };

/** Somebody who offers time by phone or in person. */
export const volunteerInput = z
  .object({
    ...person,
    nominationId: nominationId.nullable(),
    notes: optionalText(2_000),
  })
  .refine(isReachable, unreachable);

/** Enters an offer by hand. Whoever has donated with the same address is recognized. */
export const addVolunteer = endpoint('POST /api/volunteers', {
  ...changing,
  recent: false,
  summary: 'Enter an offer of time',
  records: { 'volunteer.added': 'Entered an offer of time' },
  body: volunteerInput,
  response: z.object({ id: volunteerOfferId }),
  status: 201,
  errors: ['not_found', 'nomination_not_accepted', 'idempotency_key_reused'],
});

/** What the team decides about an offer. What is left out stays the same. */
export const volunteerChanges = z
  .object({
    state: z.enum(settableOfferStates).optional(),
    assignedToId: userId.nullable().optional(),
    nominationId: nominationId.nullable().optional(),
    notes: optionalText(2_000).optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'Say what changes',
  });

/** Changes how far an offer is, who looks after it, which need it is for, and the notes. */
export const changeVolunteer = endpoint(`POST ${one}`, {
  ...changing,
  recent: false,
  summary: 'Change an offer of time',
  records: { 'volunteer.changed': 'Changed an offer of time' },
  params: idParams(volunteerOfferId),
  body: volunteerChanges,
  errors: ['not_found', 'nomination_not_accepted'],
});

/** The name of somebody who offers time, and how to reach them. */
export const volunteerPerson = z.object(person).refine(isReachable, unreachable);

/** Corrects who offers. 409 for a donor, who is corrected on their own page. */
export const correctVolunteer = endpoint(`POST ${one}/person`, {
  ...changing,
  recent: true,
  summary: 'Correct who offers time',
  records: { 'volunteer.corrected': 'Corrected who offers time' },
  params: idParams(volunteerOfferId),
  body: volunteerPerson,
  errors: ['not_found', 'volunteer_is_donor'],
});

/** Some work on one day, in whole minutes. */
export const volunteerHoursInput = z.object({
  day: pastDay,
  minutes: z
    .int('Must be a whole number of minutes')
    .min(1, 'Must be more than zero')
    .max(mostMinutesOfDay, 'At most 24 hours a day'),
  what: requiredText(500),
  nominationId: nominationId.nullable(),
  /** Whether whoever records it knows that it was done. */
  isConfirmed: z.boolean({ error: 'Must be true or false' }),
});

/** Records work. No day in the future, and at most 24 hours a day for each person. */
export const recordHours = endpoint(`POST ${one}/hours`, {
  ...changing,
  recent: false,
  summary: 'Record hours that a volunteer worked',
  records: { 'volunteer.hours_recorded': 'Recorded hours of a volunteer' },
  params: idParams(volunteerOfferId),
  body: volunteerHoursInput,
  response: z.object({ id: volunteerHoursId }),
  status: 201,
  errors: [
    'not_found',
    'nomination_not_accepted',
    'too_many_hours',
    'hours_closed',
    'idempotency_key_reused',
  ],
});

/** Confirms recorded hours: from now on, they count. */
export const confirmHours = endpoint(`POST ${one}/hours/:hoursId/confirm`, {
  ...changing,
  recent: false,
  summary: 'Confirm hours',
  records: { 'volunteer.hours_confirmed': 'Confirmed hours of a volunteer' },
  params: oneEntry,
  errors: ['not_found', 'hours_closed'],
});

/** Why hours are undone. */
export const undoHoursInput = z.object({ reason: requiredText(500) });

/** Undoes hours that were a mistake. They stay in the list, and count no longer. */
export const undoHours = endpoint(`POST ${one}/hours/:hoursId/undo`, {
  ...changing,
  recent: false,
  summary: 'Undo hours that were a mistake',
  records: { 'volunteer.hours_undone': 'Undid hours of a volunteer' },
  params: oneEntry,
  body: undoHoursInput,
  errors: ['not_found', 'hours_closed'],
});

/** A text of thanks that names what was done since the last thanks. */
export const draftThanks = endpoint(`GET ${one}/thanks-draft`, {
  ...shared,
  access: 'volunteers.write',
  summary: 'Propose thanks to a volunteer',
  reads: 'volunteer',
  params: idParams(volunteerOfferId),
  response: z.object({
    /** The address that they go to; empty if none is known. */
    to: z.string(),
    text: z.string(),
    thankedAt: timestamp.nullable(),
  }),
  errors: ['not_found', 'cannot_thank'],
});

/** What thanks say. */
export const thanksText = z.object({ text: requiredText(5_000) });

/** The mail with a text, as it would arrive. */
export const previewThanks = endpoint(`POST ${one}/thanks-preview`, {
  ...changing,
  recent: false,
  summary: 'Show the email that thanks a volunteer',
  reads: 'volunteer',
  params: idParams(volunteerOfferId),
  body: thanksText,
  response: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
  errors: ['not_found', 'cannot_thank'],
});

/** Thanks with a mail; a second time only if that is what the caller wants. */
export const sendThanks = endpoint(`POST ${one}/thanks`, {
  ...changing,
  recent: true,
  summary: 'Thank a volunteer by email',
  records: { 'volunteer.thanked': 'Thanked a volunteer' },
  params: idParams(volunteerOfferId),
  body: thanksText.extend({
    /** Whether they may have been thanked before. */
    isAgain: z.boolean({ error: 'Must be true or false' }),
  }),
  errors: ['not_found', 'cannot_thank', 'already_thanked'],
});
