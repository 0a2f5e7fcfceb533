import type { NominationId } from '#contract/ids.ts';
import type { SiteInfo } from '#contract/site.ts';
import { type CommentFields, commentProblems } from '#core/giving/comments.ts';
import { type DedicationFields, dedicationProblems } from '#core/giving/dedications.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import { askAboutAmount, notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import type { NomineeKnows, Urgency } from '#core/vetting/nomination-needs.ts';

/*
 * What the forms of the public pages send, read from their fields: by the script of a page before it calls the API, and
 * by the server when a browser without script posts the form itself. Not in files with schemas, which would add all of
 * zod to every form.
 */

/** The fields of a form by name, as a browser sends them. A box that is not checked is absent. */
export type FormFields = Readonly<Record<string, string>>;

/** The name of the field that people cannot see; see {@link FormFields} and `honeypot` in `fields.ts`. */
export const honeypotName = 'website';

/** What is chosen in a list of these; undefined for nothing. Whether it is one of them is for the schema to say. */
function chosen<Choice extends string>(fields: FormFields, name: string): Choice | undefined {
  return (fields[name] || undefined) as Choice | undefined;
}

const text = (fields: FormFields, name: string) => fields[name] ?? '';

function contactOf(fields: FormFields) {
  return {
    firstName: text(fields, 'firstName'),
    lastName: text(fields, 'lastName'),
    email: text(fields, 'email'),
    phone: text(fields, 'phone'),
    zip: text(fields, 'zip'),
    [honeypotName]: text(fields, honeypotName),
  };
}

/** The body of `POST /api/contact` from the contact form. */
export function readContactForm(fields: FormFields) {
  return {
    email: text(fields, 'email'),
    message: text(fields, 'message'),
    [honeypotName]: text(fields, honeypotName),
  };
}

/** The body of the calls that take an email address alone: for updates about a need, and for a donor's link. */
/** What is said with every "is on its way" that anybody can ask for: it must not tell whether we know the address. */
export const fewLinkMails =
  'We send only a few such emails a day to one address. If several came today already, please use the latest.';

export function readAddressForm(fields: FormFields) {
  return { email: text(fields, 'email'), [honeypotName]: text(fields, honeypotName) };
}

/** The body of `POST /api/nominations` from the nomination form. What is optional and empty is undefined. */
export function readNominationForm(fields: FormFields) {
  return {
    nominee: text(fields, 'nominee'),
    causeId: text(fields, 'causeId'),
    description: text(fields, 'description'),
    ...contactOf(fields),
    neededAmount: parseAmount(text(fields, 'neededAmount')) ?? undefined,
    urgency: chosen<Urgency>(fields, 'urgency'),
    nomineeKnows: chosen<NomineeKnows>(fields, 'nomineeKnows'),
  };
}

/** What is wrong with the amount that is needed, which may be empty. */
export function nominationFormErrors(fields: FormFields): Record<string, string> {
  if (text(fields, 'neededAmount').trim() === '') return {};
  const typed = text(fields, 'neededAmount');
  if (parseAmount(typed) !== null) return {};
  return {
    neededAmount: askAboutAmount(typed) ?? `${notAnAmount(typed, 25_000)}, or leave it empty`,
  };
}

/**
 * The body of `POST /api/donations` from the donation form. Amount in cents; undefined if there is none. Whoever checks
 * the box adds what the page estimated for card costs.
 */
export function readDonationForm(fields: FormFields, cardCosts: SiteInfo['cardCosts']) {
  const amount = parseAmount(text(fields, 'amount')) ?? undefined;
  const isCovering = cardCosts.isCoverOffered && fields.cover !== undefined;
  return {
    amount,
    cover: isCovering && amount !== undefined ? coverFor(amount, cardCosts) : 0,
    causeId: text(fields, 'causeId'),
    description: text(fields, 'description'),
    isAvailableToVolunteerTime: fields.isAvailableToVolunteerTime !== undefined,
    ...contactOf(fields),
    postalAddress: text(fields, 'postalAddress'),
    needId: chosen<NominationId>(fields, 'needId'),
    ...intervalOf(fields),
    ...giftAidOf(fields),
    isAnonymous: fields.isAnonymous !== undefined,
    ...readDedication(fields),
    ...readComment(fields),
    employer: text(fields, 'employer'),
  };
}

/** The Gift Aid declaration of whoever checks its box; the form has it only where the charity asks for it. */
function giftAidOf(fields: FormFields) {
  if (fields.wantsGiftAid === undefined) return {};
  return {
    wantsGiftAid: true,
    giftAidTitle: text(fields, 'giftAidTitle'),
    giftAidHouse: text(fields, 'giftAidHouse'),
    giftAidPostcode: text(fields, 'giftAidPostcode'),
  };
}

/** What a form says about a dedication. */
export function readDedication(fields: FormFields): DedicationFields {
  return {
    dedicationKind: text(fields, 'dedicationKind') as DedicationFields['dedicationKind'],
    honoree: text(fields, 'honoree'),
    recipientName: text(fields, 'recipientName'),
    recipientEmail: text(fields, 'recipientEmail'),
    dedicationMessage: text(fields, 'dedicationMessage'),
    tellsName: fields.tellsName !== undefined,
    sendOn: text(fields, 'sendOn'),
  };
}

/** What a form says about a public comment. */
export function readComment(fields: FormFields): CommentFields {
  return {
    publicComment: text(fields, 'publicComment'),
    mayShowComment: fields.mayShowComment !== undefined,
  };
}

/** The body of `POST /api/bank-transfers` from its form. Amount in cents; undefined if there is none. */
export function readBankTransferForm(fields: FormFields) {
  return {
    amount: parseAmount(text(fields, 'amount')) ?? undefined,
    causeId: text(fields, 'causeId'),
    firstName: text(fields, 'firstName'),
    lastName: text(fields, 'lastName'),
    email: text(fields, 'email'),
    [honeypotName]: text(fields, honeypotName),
  };
}

/** What is wrong with the amount of a bank transfer. An empty one is for the schema to refuse. */
export function bankTransferFormErrors(
  fields: FormFields,
  { minDonation }: Pick<SiteInfo, 'minDonation'>,
): Record<string, string> {
  if (text(fields, 'amount').trim() === '') return {};
  const { amount } = readBankTransferForm(fields);
  if (amount === undefined) return { amount: notAnAmount(text(fields, 'amount'), 2_500) };
  return amount < minDonation ? { amount: atLeast(minDonation) } : {};
}

function atLeast(cents: number): string {
  return `Must be at least ${formatCents(cents)}`;
}

/** How often the donation repeats; nothing if it does not. What is none of the choices is for the schema to refuse. */
function intervalOf(fields: FormFields): { interval?: PlanInterval } {
  const interval = text(fields, 'interval');
  return interval === '' ? {} : { interval: interval as PlanInterval };
}

/** What is wrong with a donation, by rules that the schema does not know. */
export function donationFormErrors(
  fields: FormFields,
  site: Pick<SiteInfo, 'minDonation' | 'maxDonation' | 'cardCosts'>,
): Record<string, string> {
  return {
    ...dedicationProblems(readDedication(fields)),
    ...commentProblems(readComment(fields), fields.isAnonymous !== undefined),
    ...giftAidErrors(fields),
    ...amountErrors(fields, site),
  };
}

function giftAidErrors(fields: FormFields): Record<string, string> {
  return fields.wantsGiftAid !== undefined && text(fields, 'giftAidHouse').trim() === ''
    ? { giftAidHouse: 'Required for Gift Aid' }
    : {};
}

/** What is wrong with an amount, by the limits of this charity in cents. An empty one is for the schema to refuse. */
function amountErrors(
  fields: FormFields,
  {
    minDonation,
    maxDonation,
    cardCosts,
  }: Pick<SiteInfo, 'minDonation' | 'maxDonation' | 'cardCosts'>,
): Record<string, string> {
  if (text(fields, 'amount').trim() === '') return {};
  const { amount, cover } = readDonationForm(fields, cardCosts);
  if (amount === undefined) return { amount: notAnAmount(text(fields, 'amount'), 2_500) };
  if (amount < minDonation) return { amount: atLeast(minDonation) };
  if (amount > maxDonation) return { amount: `Must be at most ${formatCents(maxDonation)}` };
  if (amount + cover > maxDonation) {
    return {
      cover: `With card costs, this would be ${formatCents(amount + cover)}. It must be at most ${formatCents(maxDonation)}`,
    };
  }
  const problem = cardProblem(amount);
  return problem === null ? {} : { amount: problem };
}
