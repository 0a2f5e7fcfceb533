import type {
  PrintedBlock,
  PrintedDocument,
  PrintedFact,
} from '#core/platform/printed-document.ts';
import {
  printed,
  profileOf,
  type ReceiptIssuer,
  type ReceiptSettings,
  type ReceiptTexts,
} from '#core/receipts/receipt-profiles.ts';
import { languageOf, printAmount, printDay, wordsOf } from '#core/receipts/receipt-words.ts';

/* What a donation receipt and a statement say; copies and samples. */

/** What a receipt is about. Amounts in cents, days in the time zone of the charity. */
export interface ReceiptFacts {
  number: string;
  /** The number of the receipt that it takes the place of; null if there is none. */
  replacesNumber: string | null;
  donorName: string;
  /** Several lines; empty if it is not known. */
  donorAddress: string;
  /** What the donor paid and did not get back, with what they added for card costs: all of it is a gift. */
  amountCents: number;
  /** What of it was added for card costs. */
  coverCents: number;
  /** What the donor got in return; null for nothing. */
  goods: { description: string; valueCents: number } | null;
  /** When the money was received. */
  receivedOn: string;
  issuedOn: string;
  /** Whether it was paid on our site; nothing is said about other ways. */
  isPaidOnline: boolean;
}

/** What of an amount can be deductible: all of it, less what the donor got in return. In cents, never below 0. */
export function deductibleCents({
  amountCents,
  goods,
}: Pick<ReceiptFacts, 'amountCents' | 'goods'>): number {
  return Math.max(0, amountCents - (goods?.valueCents ?? 0));
}

/** A receipt as it is printed. Throws RangeError if the charity issues none. */
export function receiptDocument(facts: ReceiptFacts, settings: ReceiptSettings): PrintedDocument {
  const profile = profileOf(settings);
  if (profile === null) throw new RangeError('This charity issues no receipts.');
  const { country } = profile;
  const words = wordsOf(country);
  const amount = (cents: number) => printAmount(cents, country);
  const { goods } = facts;
  const inText = (cents: number) => printAmount(cents, country).replaceAll('*', '');
  const sentence = (name: keyof ReceiptTexts) =>
    fillIn(settings.texts[name].trim() || profile.texts[name], {
      'legal name': settings.legalName,
      number: facts.number,
      goods: goods?.description ?? '',
      value: inText(goods?.valueCents ?? 0),
      deductible: inText(deductibleCents(facts)),
    });
  const rows: PrintedFact[] = [
    { label: words.number, value: facts.number },
    { label: words.donor, value: facts.donorName, isTyped: true },
    ...given(words.donorAddress, facts.donorAddress, true),
    { label: words.amount, value: amount(facts.amountCents) },
    ...(facts.coverCents > 0
      ? [
          { label: words.givenToCause, value: amount(facts.amountCents - facts.coverCents) },
          { label: words.forCardCosts, value: amount(facts.coverCents) },
        ]
      : []),
    ...(goods
      ? [
          { label: words.goods, value: goods.description },
          { label: words.goodsValue, value: amount(goods.valueCents) },
        ]
      : []),
    // An eligible amount stands on every Canadian receipt.
    ...(goods || country === 'canada'
      ? [{ label: words.deductible, value: amount(deductibleCents(facts)) }]
      : []),
    { label: words.received, value: printDay(facts.receivedOn, country) },
    { label: words.issued, value: printDay(facts.issuedOn, country) },
    ...given(words.placeOfIssue, printed(settings, 'placeOfIssue')),
    ...(words.form === null ? [] : [{ label: words.form, value: words.formOfGift }]),
    ...(words.kind === null ? [] : [{ label: words.kind, value: words.kindOfMoney }]),
    ...(facts.isPaidOnline ? [{ label: words.payment, value: words.online }] : []),
  ];
  return documentOf(profile, settings, {
    rows,
    replacesNumber: facts.replacesNumber,
    sentences: [sentence(goods ? 'withGoods' : 'withoutGoods'), sentence('closing')],
  });
}

/** A receipt around what it says: the charity before it, and the signature below it. */
export function documentOf(
  { country, title, registrationLabel }: NonNullable<ReturnType<typeof profileOf>>,
  settings: ReceiptSettings,
  receipt: { rows: PrintedFact[]; replacesNumber: string | null; sentences: string[] },
): PrintedDocument {
  const words = wordsOf(country);
  const { signatoryName, signatoryTitle } = settings;
  const replaced = receipt.replacesNumber === null ? '' : words.replaces(receipt.replacesNumber);
  const signature: PrintedBlock = {
    type: 'signature',
    name: signatoryName,
    title: signatoryTitle,
    caption: words.signature,
  };
  return {
    language: languageOf(country),
    title,
    mark: null,
    issuer: issuerLines(settings),
    blocks: [
      ...issuerFacts(settings, registrationLabel, words),
      { type: 'facts', rows: receipt.rows },
      ...[replaced, ...receipt.sentences]
        .filter((text) => text !== '')
        .map((text): PrintedBlock => ({ type: 'paragraph', text })),
      ...(signatoryName === '' ? [] : [signature]),
    ],
  };
}

/** The same receipt for a donor who lost it: it says that it is a copy. */
export function copyOf(document: PrintedDocument): PrintedDocument {
  return { ...document, mark: wordsOf(countryOf(document)).copy };
}

/** A receipt of an invented donor, which shows what the settings print. Throws RangeError if there are no receipts. */
export function sampleReceipt(settings: ReceiptSettings, today: string): PrintedDocument {
  const document = receiptDocument(
    {
      number: `${today.slice(0, 4)}-000000`,
      replacesNumber: null,
      donorName: 'Ada Lovelace',
      donorAddress: '12 St. James’s Square\nLondon',
      amountCents: 12_500,
      coverCents: 0,
      goods: null,
      receivedOn: today,
      issuedOn: today,
      isPaidOnline: true,
    },
    settings,
  );
  return { ...document, mark: wordsOf(countryOf(document)).sample };
}

/** A donation as a statement lists it. Amounts in cents. */
export interface StatementDonation {
  /** A day in the time zone of the charity. */
  receivedOn: string;
  cause: string;
  /** With what was added for card costs. */
  amountCents: number;
  /** What of it was added for card costs. */
  coverCents: number;
  returnedCents: number;
  /** The number of its own receipt; null if it has none. */
  receiptNumber: string | null;
}

/** What somebody gave in a period. */
export interface StatementFacts {
  donorName: string;
  donorAddress: string;
  from: string;
  to: string;
  madeOn: string;
  donations: StatementDonation[];
}

/** What of some donations did not go back to the donor, in cents. */
export function keptCents(donations: readonly StatementDonation[]): number {
  return donations.reduce(
    (sum, { amountCents, returnedCents }) => sum + amountCents - returnedCents,
    0,
  );
}

/**
 * A statement of everything that somebody gave in a period. It takes the place of no receipt: donations that have one of
 * their own are marked with its number.
 */
export function statementDocument(
  { donorName, donorAddress, from, to, madeOn, donations }: StatementFacts,
  settings: ReceiptSettings,
  charity: { name: string; isTrial: boolean },
): PrintedDocument {
  const profile = profileOf(settings);
  // French is for receipts, whose words the law wants; the rest of the site is in English.
  const country = profile === null || profile.country === 'france' ? 'plain' : profile.country;
  const words = wordsOf(country);
  const amount = (cents: number) => printAmount(cents, country);
  const day = (isoDay: string) => printDay(isoDay, country);
  const returned = donations.reduce((sum, { returnedCents }) => sum + returnedCents, 0);
  const donated = donations.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const covered = donations.reduce((sum, { coverCents }) => sum + coverCents, 0);
  // Only who added something needs the column.
  const cover = <Cell>(cell: Cell) => (covered > 0 ? [cell] : []);
  const hasReceipts = donations.some(({ receiptNumber }) => receiptNumber !== null);
  return {
    language: languageOf(country),
    title: 'Statement of Your Donations',
    mark: charity.isTrial ? 'TEST: this site is being tried out, and no money was donated' : null,
    issuer: settings.legalName === '' ? [charity.name] : issuerLines(settings),
    blocks: [
      ...(profile === null ? [] : issuerFacts(settings, profile.registrationLabel, words)),
      {
        type: 'facts',
        rows: [
          { label: words.donor, value: donorName, isTyped: true },
          ...given(words.donorAddress, donorAddress, true),
          { label: 'Period', value: `${day(from)} to ${day(to)}` },
          { label: 'Date of this statement', value: day(madeOn) },
          { label: 'Donations', value: String(donations.length) },
          { label: 'Total, without what was returned', value: amount(keptCents(donations)) },
        ],
      },
      {
        type: 'table',
        columns: [
          { title: words.received },
          { title: 'Cause' },
          { title: 'Receipt' },
          { title: 'Amount', isAmount: true },
          ...cover({ title: 'Of it for card costs', isAmount: true } as const),
          { title: 'Returned', isAmount: true },
        ],
        rows: donations.map((donation) => [
          day(donation.receivedOn),
          donation.cause,
          donation.receiptNumber ?? 'None',
          amount(donation.amountCents),
          ...cover(amount(donation.coverCents)),
          amount(donation.returnedCents),
        ]),
        total: ['Total', '', '', amount(donated), ...cover(amount(covered)), amount(returned)],
      },
      {
        type: 'paragraph',
        text: hasReceipts
          ? 'Donations with a receipt number have a receipt of their own. This statement repeats them and does not replace those receipts, so do not count them twice.'
          : 'None of these donations has a receipt of its own.',
      },
      ...(profile === null
        ? [
            {
              type: 'paragraph',
              text: 'This statement confirms what we received. It is not a receipt for taxes.',
            } as const,
          ]
        : []),
    ],
  };
}

function countryOf({ language }: PrintedDocument): 'us' | 'canada' | 'uk' | 'france' {
  switch (language) {
    case 'en-CA':
      return 'canada';
    case 'en-GB':
      return 'uk';
    case 'fr-FR':
      return 'france';
    default:
      return 'us';
  }
}

/** The name and address of the charity, line by line. */
export function issuerLines({ legalName, address }: ReceiptIssuer): string[] {
  return [legalName, ...address.split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What the charity says about itself below that; nothing if it is all empty. */
export function issuerFacts(
  settings: ReceiptSettings,
  registrationLabel: string,
  words: ReturnType<typeof wordsOf>,
): PrintedBlock[] {
  const rows = [
    ...given(registrationLabel, settings.registrationNumber),
    ...given(words.legalStatus, printed(settings, 'legalStatus')),
    ...given(words.purpose, printed(settings, 'purpose')),
  ];
  return rows.length === 0 ? [] : [{ type: 'facts', rows }];
}

/** A line, if there is something to say. */
export function given(label: string, value: string, isTyped = false): PrintedFact[] {
  return value.trim() === '' ? [] : [{ label, value, ...(isTyped && { isTyped }) }];
}

/** A text with what stands for each name in braces; other braces stay. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\{([a-z ]+)\}/g, (all, name: string) => values[name] ?? all);
}
