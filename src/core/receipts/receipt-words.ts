import { formatCentsIn } from '#core/platform/money.ts';

/* The words, dates, and amounts of each country's receipts. */

/** Whose words, dates, and amounts a document uses. */
export type Country = 'us' | 'canada' | 'uk' | 'france' | 'plain';

const locales: Record<Country, string> = {
  us: 'en-US',
  canada: 'en-CA',
  uk: 'en-GB',
  france: 'fr-FR',
  plain: 'en-US',
};

const english = {
  number: 'Receipt number',
  replaces: (number: string) => `This receipt cancels and replaces receipt No. ${number}.`,
  donor: 'Donor',
  donorAddress: 'Address of the donor',
  amount: 'Amount',
  givenToCause: 'Of it given to the cause',
  forCardCosts: 'Of it added for card costs',
  received: 'Date received',
  issued: 'Date issued',
  placeOfIssue: 'Place of issue',
  payment: 'Way of payment',
  online: 'Card or bank payment on our site',
  goods: 'Goods or services provided',
  goodsValue: 'Their value',
  deductible: 'Deductible amount',
  legalStatus: 'Legal status',
  purpose: 'Purpose',
  kind: null as string | null,
  kindOfMoney: '',
  form: null as string | null,
  formOfGift: '',
  signature: 'For the charity',
  copy: 'COPY of a receipt that was issued before',
  sample: 'SAMPLE, not a receipt',
};

type Words = typeof english;

const words: Record<Country, Words> = {
  us: english,
  plain: english,
  canada: {
    ...english,
    amount: 'Amount received',
    issued: 'Date receipt issued',
    goods: 'Advantage',
    goodsValue: 'Value of the advantage',
    deductible: 'Eligible amount of the gift for tax purposes',
    signature: 'Authorized signature',
    copy: 'DUPLICATE of a receipt that was issued before',
  },
  uk: {
    ...english,
    number: 'Record number',
    replaces: (number) => `This record cancels and replaces record No. ${number}.`,
    goods: 'Benefit received',
    goodsValue: 'Value of the benefit',
    deductible: 'Donation less the benefit',
    copy: 'COPY of a record that was issued before',
    sample: 'SAMPLE, not a record of a donation',
  },
  france: {
    number: 'Numéro d’ordre du reçu',
    replaces: (number) => `Ce reçu annule et remplace le reçu n° ${number}.`,
    donor: 'Donateur',
    donorAddress: 'Adresse du donateur',
    amount: 'Montant du don',
    givenToCause: 'Dont affecté à la cause',
    forCardCosts: 'Dont ajouté pour les frais de carte',
    received: 'Date du versement',
    issued: 'Date d’établissement du reçu',
    placeOfIssue: 'Lieu d’établissement',
    payment: 'Mode de versement',
    online: 'Virement, prélèvement, carte bancaire',
    goods: 'Contrepartie reçue',
    goodsValue: 'Valeur de la contrepartie',
    deductible: 'Montant du don moins la contrepartie',
    legalStatus: 'Statut',
    purpose: 'Objet',
    kind: 'Nature du don',
    kindOfMoney: 'Numéraire',
    form: 'Forme du don',
    formOfGift: 'Déclaration de don manuel',
    signature: 'Date et signature du bénéficiaire',
    copy: 'DUPLICATA d’un reçu déjà établi',
    sample: 'SPÉCIMEN, sans valeur de reçu',
  },
};

/** The words of a country's documents. */
export function wordsOf(country: Country): Words {
  return words[country];
}

/** The language of a country's documents, such as `fr-FR`. */
export function languageOf(country: Country): string {
  return locales[country];
}

/**
 * An amount as a country writes it: `printAmount(123456, "france")` is `"***1 234,56 €***"` in euros, between asterisks,
 * which take the place of the amount in words on a receipt that a computer makes. Exact; throws RangeError for anything
 * but a safe integer.
 */
export function printAmount(cents: number, country: Country): string {
  const amount = formatCentsIn(cents, locales[country]);
  return country === 'france' ? `***${amount}***` : amount;
}

/** A day as a country writes it: `printDay("2026-11-20", "uk")` is `"20/11/2026"`. Throws RangeError for no day. */
export function printDay(isoDay: string, country: Country): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locales[country], parts).format(new Date(`${isoDay}T00:00Z`));
}
