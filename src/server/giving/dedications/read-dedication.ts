import {
  type DedicationFields,
  dedicationHour,
  dedicationProblems,
  longestDedicationMonths,
} from '#core/giving/dedications.ts';
import { addMonths } from '#core/plans/plans.ts';
import { formatDay, isoDayOf, momentAt } from '#core/platform/dates.ts';
import type { NewDedication } from '#server/platform/db/column-types.ts';
import { AppError } from '#server/platform/errors.ts';

/* Which dedication a form describes, and when its mail is due. */

// So that a donor who sees a mistake on the donation page can still correct it.
const pauseMs = 3_600_000;

/**
 * The dedication that a form describes; null if it describes none. 400 for one that cannot be: the day is where the
 * charity is, because nobody asked the donor for a time zone.
 */
export function readDedication(
  fields: DedicationFields,
  timeZone: string,
  now: Date,
): NewDedication | null {
  const problems = dedicationProblems(fields);
  const today = isoDayOf(now, timeZone);
  const last = addMonths(today, longestDedicationMonths);
  if (fields.sendOn !== '' && (fields.sendOn < today || fields.sendOn > last)) {
    problems.sendOn = `Must be between ${formatDay(today)} and ${formatDay(last)}`;
  }
  const [first] = Object.entries(problems);
  if (first) {
    throw new AppError(
      'invalid_input',
      'Please check to whom you dedicate the donation.',
      problems,
    );
  }
  const { dedicationKind: kind, honoree, recipientName, recipientEmail } = fields;
  if (kind === '') return null;
  const isTold = recipientEmail !== '';
  return {
    kind,
    honoree,
    recipient: isTold ? { name: recipientName, email: recipientEmail } : null,
    message: isTold ? fields.dedicationMessage : '',
    tellsName: isTold && fields.tellsName,
    sendOn: isTold && fields.sendOn !== '' ? fields.sendOn : null,
  };
}

/** When the mail about a dedication is due, as ISO text; null if nobody is told. */
export function dueAtOf(
  { recipient, sendOn }: Pick<NewDedication, 'recipient' | 'sendOn'>,
  timeZone: string,
  now: Date,
): string | null {
  if (recipient === null) return null;
  const soonest = new Date(now.getTime() + pauseMs).toISOString();
  if (sendOn === null) return soonest;
  const chosen = momentAt(sendOn, dedicationHour * 3600, timeZone);
  return chosen > soonest ? chosen : soonest;
}
