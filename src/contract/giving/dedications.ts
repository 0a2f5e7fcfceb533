import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  email,
  messageBody,
  optionalDay,
  optionalLine,
  optionalText,
  timestamp,
  token,
} from '#contract/fields.ts';
import { dedicationKinds, longestDedicationMessage } from '#core/giving/dedications.ts';

/* Dedications: donations in honor or in memory of somebody, and refusing mail about them. */

/** What a form says about a dedication; which of it belongs together is for `dedicationProblems` in core to say. */
export const dedicationFields = {
  /** Whether it is in honor or in memory of somebody; empty for no dedication. */
  dedicationKind: z.enum([...dedicationKinds, ''], 'Choose one').default(''),
  honoree: optionalLine(100).default(''),
  /** Who is told of it by email. The amount is never told. */
  recipientName: optionalLine(100).default(''),
  recipientEmail: z.union([z.literal(''), email], 'Invalid email').default(''),
  dedicationMessage: optionalText(longestDedicationMessage).default(''),
  /** Whether they are told who gave. */
  tellsName: z.boolean('Must be true or false').default(false),
  /** The day on which they are told, where the charity is; empty for as soon as possible. */
  sendOn: optionalDay.default(''),
};

/** The dedication of a donation, as its donor sees it. */
export const ownDedication = z.object({
  kind: z.enum(dedicationKinds),
  honoree: z.string(),
  /** Null if nobody is told, and some days after they were. */
  recipientName: z.string().nullable(),
  recipientEmail: z.string().nullable(),
  message: z.string(),
  tellsName: z.boolean(),
  sendOn: z.iso.date().nullable(),
  /** When the mail is due, if it was not sent. */
  dueAt: timestamp.nullable(),
  sentAt: timestamp.nullable(),
  bouncedAt: timestamp.nullable(),
  /** Why it is not sent, in words; null if it is, or may be. */
  stopped: z.string().nullable(),
  /** Whether it can still be changed: on the page of the first donation of a recurring one, until it was sent. */
  isChangeable: z.boolean(),
});
export type OwnDedication = z.infer<typeof ownDedication>;

/** Stops mails about dedications to the mailbox to which one was sent. 400 for an unknown secret. */
export const refuseDedications = endpoint('POST /api/dedications/refuse', {
  // A person needs one, and guessing links is hopeless.
  callsPerTenMinutes: 60,
  summary: 'Get no more emails about donations in somebody’s honor or memory',
  tag: 'Donations',
  access: 'public',
  body: z.object({ token }),
  response: messageBody,
  errors: ['invalid_token'],
});
