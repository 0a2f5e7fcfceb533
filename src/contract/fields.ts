import { z } from 'zod';
import { isLikelyYear, unlikelyYear } from '#core/platform/dates.ts';
import { maxAmountCents, tooLarge } from '#core/platform/money.ts';

/*
 * Fields that several schemas have: texts without invisible characters, amounts, days, addresses, and pages of lists.
 */

// \p{DI} is Default_Ignorable_Code_Point, and \p{NChar} Noncharacter_Code_Point: the page loads them.
// Nobody types these, but they are copied along with names and numbers, and make a line look like another one: marks
// and overrides of the writing direction, blanks without width, fillers, soft hyphens, tags, anchors of annotations.
const invisible = /[\p{DI}\ufff9-\ufffb]/gu;
// These may stand in a text, but are none by themselves: the other format characters, such as signs that enclose
// numbers, and blanks that Unicode does not call blanks: of Braille, of music, and of old scripts.
const unseen = /[\p{DI}\p{NChar}\p{Cf}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu;
// Of these, some scripts and emoji need the joiners and the variants of the character before.
const shaping = /\u200c|\u200d|[\u180b-\u180d\ufe00-\ufe0f]/u;

// Control characters have no place in a name; a longer text may contain line breaks and tabs. Half a surrogate
// pair is not text, and PostgreSQL's JSON refuses it.
const singleLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;
const multiLine = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u;
const unreadable = 'Contains characters that cannot be used';

/** One line of text, trimmed and without invisible characters. Messages are the specification's ("Required"). */
export function requiredLine(maxLength: number) {
  return optionalLine(maxLength).min(1, 'Required');
}

/** Like {@link requiredLine}, but it may be empty. */
export function optionalLine(maxLength: number) {
  return textOf(maxLength, singleLine);
}

function textOf(maxLength: number, characters: RegExp) {
  return z
    .string({ error: 'Required' })
    .overwrite(withoutInvisible)
    .trim()
    .max(maxLength, `At most ${maxLength} characters`)
    .regex(characters, unreadable);
}

/** The name of a file on somebody's device, without its folder; empty if there is nothing to see in it. */
export function deviceFileName(maxLength: number) {
  return z
    .string({ error: 'Required' })
    .overwrite((path) => path.slice(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))))
    .pipe(optionalLine(maxLength));
}

/** An empty text if nothing of it can be seen. */
function withoutInvisible(text: string): string {
  if (text.replace(unseen, '').trim() === '') return '';
  return text.replace(invisible, (character) => (shaping.test(character) ? character : ''));
}

/**
 * Text in any form: line breaks become blanks, and the length, which nobody meets, only keeps programs from storing
 * books.
 */
const freeLine = z
  .string({ error: 'Required' })
  .overwrite((text) => withoutInvisible(text).replace(/\s+/g, ' '))
  .trim()
  .min(1, 'Required')
  .max(500, 'At most 500 characters')
  .regex(singleLine, unreadable);

/** Several lines of text, trimmed and without invisible characters. */
export function requiredText(maxLength: number) {
  return optionalText(maxLength).min(1, 'Required');
}

/** Like {@link requiredText}, but it may be empty. */
export function optionalText(maxLength: number) {
  return textOf(maxLength, multiLine);
}

/** Lines of text exactly as they are, such as the beginning of a file. */
export function verbatimText(maxLength: number) {
  return z
    .string({ error: 'Required' })
    .min(1, 'Required')
    .max(maxLength, `At most ${maxLength} characters`)
    .regex(multiLine, unreadable);
}

/** An email address: "Required" when empty, "Invalid email" otherwise. 254 is the longest that SMTP can carry. */
export const email = z
  .string({ error: 'Required' })
  .trim()
  .min(1, 'Required')
  .max(254, 'Invalid email')
  .pipe(z.email('Invalid email'));

/** A day of the calendar that somebody chooses. */
export const day = z.iso.date('Choose a day').refine(isLikelyYear, unlikelyYear);

/** The same, or empty for none. */
export const optionalDay = z
  .union([z.literal(''), z.iso.date()], 'Choose a day')
  .refine((text) => text === '' || isLikelyYear(text), unlikelyYear);

/** A day on which something happened. An earlier one than this is a year that was mistyped. */
export const pastDay = day.refine((text) => text >= '2000-01-01', 'Must be in 2000 or later');

/** A moment as ISO 8601 text in UTC, to the millisecond. It stays text from the database to the screen. */
export const timestamp = z.iso.datetime();

/** A moment that a caller names. */
export const moment = timestamp.refine(isLikelyYear, unlikelyYear);

/** Query parameters of a list: from this moment on, and before that one. */
export const fromTo = { from: moment.optional(), to: moment.optional() };

/** An amount of money to move: whole cents, at least 1. */
export const amountCents = z
  .int({
    error: (issue) => (issue.input === undefined ? 'Required' : 'Must be a whole number of cents'),
  })
  .min(1, 'Must be more than zero')
  .max(maxAmountCents, { error: tooLarge });

/** A balance in whole cents. */
export const balanceCents = z.int();

/** How to reach a donor, nominator, or administrator; all of it is required. */
export const contactDetails = {
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  email,
  phone: freeLine,
  zip: freeLine,
};

/**
 * A field that people cannot see: bots that fill in every field give themselves away. A browser may do so, too, so
 * whoever fills it in meets a challenge and is never refused.
 */
export const honeypot = z.string().optional();

/** Query parameters that every paged list takes. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(500, 'At most 500').default(500),
  cursor: z.string().max(200, 'At most 200 characters').optional(),
};

/** `true` and `false` as a query parameter. */
export const queryFlag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A response that is only a sentence to show. */
export const messageBody = z.object({ message: z.string() });

/** The path parameter of a call about one item: `idParams(donationId)`. */
export function idParams<Id extends z.ZodType>(id: Id) {
  return z.object({ id });
}

/** The secret of a private link. It travels in the fragment of an address, in bodies, and in a header, never in a URL. */
export const token = z
  .string({ error: 'Required' })
  .min(1, 'Required')
  .max(200, 'At most 200 characters');
