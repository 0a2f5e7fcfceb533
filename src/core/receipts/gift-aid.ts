/*
 * What a declaration of Gift Aid says, by which a charity in the United Kingdom reclaims tax on donations, and how the
 * schedule of the tax office is written. What a declaration has to say is on gov.uk, "Gift Aid declarations"; the
 * columns of the schedule are those of "Schedule spreadsheet to claim back tax on Gift Aid donations". Decision 0047.
 */

/** What a declaration covers, in words. */
export const giftAidScopes = {
  this: 'This donation, and the payments of a recurring donation that begins with it',
  all: 'All donations of the past 4 years and of the future',
} as const;
/** One of {@link giftAidScopes}. */
export type GiftAidScope = keyof typeof giftAidScopes;

/** How a declaration was made, in words. */
export const giftAidWays = {
  form: 'With a donation',
  page: 'On the page of the donor',
  oral: 'Spoken',
  paper: 'On paper',
} as const;
/** One of {@link giftAidWays}. */
export type GiftAidWay = keyof typeof giftAidWays;

/** How long a declaration is kept after the last claim that relies on it, in years. */
export const giftAidYearsKept = 6;
/** How far back a claim and a declaration reach, in years. */
export const giftAidYearsBack = 4;

/** Grows with each change of {@link giftAidWording}; each declaration keeps what it was made with. */
export const giftAidWordingVersion = 1;

/** The sentences of a declaration: the wish, and that the donor pays the difference if they paid too little tax. */
export function giftAidWording(charityName: string, scope: GiftAidScope): string {
  const what =
    scope === 'this'
      ? 'my donation, and the payments of a recurring donation that begins with it,'
      : 'any donations that I make in the future, and those that I have made in the past 4 years,';
  return `I want ${charityName} to reclaim tax under Gift Aid on ${what} to ${charityName}. I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax in a tax year than the amount of Gift Aid claimed on all my donations in that year, it is my responsibility to pay any difference.`;
}

/** What donors are asked to tell, below a declaration. */
export const giftAidNotice =
  'Please tell us if you want to cancel this declaration, change your name or home address, or no longer pay enough tax.';

/** Who declares, as the schedule needs it. */
export interface GiftAidPerson {
  title: string;
  firstName: string;
  lastName: string;
  house: string;
  postcode: string;
}

/** The cells of one line of the schedule: at most 4 letters of a title, 35 of a name, no hyphen in a last name. */
export function scheduleCells({ title, firstName, lastName, house, postcode }: GiftAidPerson) {
  return {
    title: title.trim().slice(0, 4),
    firstName: firstName.trim().slice(0, 35),
    lastName: lastName.trim().replaceAll('-', ' ').slice(0, 35),
    house: house.trim().slice(0, 40),
    // Somebody who lives abroad has no postcode, which the schedule marks.
    postcode: writtenPostcode(postcode) || 'X',
  };
}

/** A British postcode in capitals with its space: `writtenPostcode("s192bd")` is `"S19 2BD"`. */
export function writtenPostcode(typed: string): string {
  const bare = typed.toUpperCase().replaceAll(/\s+/g, '');
  if (bare === '') return '';
  return `${bare.slice(0, -3)} ${bare.slice(-3)}`;
}

/** Whether a text is a postcode of the United Kingdom, however it is spaced. */
export function isPostcode(typed: string): boolean {
  return /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$/.test(writtenPostcode(typed));
}

/** A day as the schedule writes it: `scheduleDay("2026-03-04")` is `"04/03/26"`. */
export function scheduleDay(isoDay: string): string {
  const [year = '', month = '', day = ''] = isoDay.split('-');
  return `${day}/${month}/${year.slice(2)}`;
}
