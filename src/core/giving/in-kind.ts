import type { PrintedDocument, PrintedFact } from '#core/platform/printed-document.ts';
import { documentOf, fillIn, given } from '#core/receipts/receipt-documents.ts';
import {
  type IssuingProfile,
  printed,
  profileOf,
  type ReceiptSettings,
} from '#core/receipts/receipt-profiles.ts';
import { printDay, wordsOf } from '#core/receipts/receipt-words.ts';

/*
 * What a receipt for things says, and in which countries there is one without an amount (decision 0045). Donations in
 * kind are things instead of money: what they are worth is in no sum, and on no receipt.
 */

/** Who said what a thing is worth, in words. */
export const valueSources = { donor: 'The donor', charity: 'The charity' } as const;
/** One of {@link valueSources}. */
export type ValueSource = keyof typeof valueSources;
/** The names of {@link valueSources}. */
export const valueSourceNames = Object.keys(valueSources) as ValueSource[];

/** The sentence about the value on a receipt for things; null where no receipt may be without one. Sources: decision 0045. */
const withoutValue: Record<IssuingProfile, string | null> = {
  us: 'This receipt describes what was contributed, and does not state its value: putting a value on it is up to the donor.',
  // A receipt for a gift in kind has to state its fair market value.
  canada: null,
  // Gift Aid is for money alone.
  'uk-gift-aid': null,
  // The Cerfa states what a thing is worth.
  france: null,
  plain: 'This receipt describes what was given, and does not state its value.',
};

/** Whether the country of these receipts knows one for things that states no value. */
export function allowsReceiptInKind({ profile }: Pick<ReceiptSettings, 'profile'>): boolean {
  return profile !== 'none' && withoutValue[profile] !== null;
}

/** What a receipt for things is about. Days in the time zone of the charity. */
export interface InKindReceiptFacts {
  number: string;
  /** The number of the receipt that it takes the place of; null if there is none. */
  replacesNumber: string | null;
  donorName: string;
  donorAddress: string;
  description: string;
  receivedOn: string;
  issuedOn: string;
}

/** A receipt for things, without an amount. Throws RangeError where there can be none. */
export function inKindReceiptDocument(
  facts: InKindReceiptFacts,
  settings: ReceiptSettings,
): PrintedDocument {
  const profile = profileOf(settings);
  const sentence = settings.profile === 'none' ? null : withoutValue[settings.profile];
  if (profile === null || sentence === null) {
    throw new RangeError('There is no receipt without an amount in this country.');
  }
  const { country } = profile;
  const words = wordsOf(country);
  const names = { 'legal name': settings.legalName, number: facts.number };
  const text = (name: 'withoutGoods' | 'closing') =>
    fillIn(settings.texts[name].trim() || profile.texts[name], names);
  const rows: PrintedFact[] = [
    { label: words.number, value: facts.number },
    { label: words.donor, value: facts.donorName, isTyped: true },
    ...given(words.donorAddress, facts.donorAddress, true),
    { label: 'Donation in kind', value: facts.description },
    { label: words.received, value: printDay(facts.receivedOn, country) },
    { label: words.issued, value: printDay(facts.issuedOn, country) },
    ...given(words.placeOfIssue, printed(settings, 'placeOfIssue')),
  ];
  return documentOf(profile, settings, {
    rows,
    replacesNumber: facts.replacesNumber,
    sentences: [sentence, text('withoutGoods'), text('closing')],
  });
}
