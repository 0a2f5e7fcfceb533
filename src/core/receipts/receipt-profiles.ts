import type { Country } from '#core/receipts/receipt-words.ts';

/*
 * Which receipts for taxes a charity can issue, what each country requires, and its sentences. What has to be on a
 * receipt is the law of its country; sources are in decision 0037. Every sentence that a tax office reads is a default
 * that the charity can replace.
 */

/** The profiles that can be chosen in the settings. `none`: no receipts for taxes, only confirmations. */
export const receiptProfileNames = [
  'none',
  'us',
  'canada',
  'uk-gift-aid',
  'france',
  'plain',
] as const;

/** One of {@link receiptProfileNames}. */
export type ReceiptProfileName = (typeof receiptProfileNames)[number];

/** A profile that issues receipts. */
export type IssuingProfile = Exclude<ReceiptProfileName, 'none'>;

/** What a charity says about itself on receipts. Empty texts are not printed. */
export interface ReceiptIssuer {
  legalName: string;
  /** Several lines. */
  address: string;
  /** The number by which the tax office knows it. */
  registrationNumber: string;
  /** What kind of organization it is. */
  legalStatus: string;
  /** What it exists for. */
  purpose: string;
  placeOfIssue: string;
  signatoryName: string;
  signatoryTitle: string;
}

/** The sentences of a receipt. `{legal name}`, `{number}`, `{goods}`, `{value}`, and `{deductible}` are replaced. */
export interface ReceiptTexts {
  /** What a donor got in return: nothing. */
  withoutGoods: string;
  /** What a donor got in return: goods or services of some value. */
  withGoods: string;
  /** Below everything else. */
  closing: string;
}

/** What the settings say about receipts. Of its texts, an empty one stands for the profile's own. */
export interface ReceiptSettings extends ReceiptIssuer {
  profile: ReceiptProfileName;
  /** Whether donors are asked for Gift Aid declarations; counts with the profile of the United Kingdom alone. */
  asksForGiftAid: boolean;
  texts: ReceiptTexts;
}

interface Profile {
  /** In the list of profiles. */
  name: string;
  /** What it is for. */
  description: string;
  /** The words and forms of dates and amounts. */
  country: Country;
  title: string;
  /** What the registration number is called there. */
  registrationLabel: string;
  /** What the charity has to fill in before the profile can be switched on. */
  requires: readonly (keyof ReceiptIssuer)[];
  /** What else its receipts say of the charity, beside what those of every country do. */
  alsoPrints: readonly (keyof ReceiptIssuer)[];
  /** Whether a receipt needs the postal address of the donor. */
  needsDonorAddress: boolean;
  texts: ReceiptTexts;
}

/** What each profile prints and requires. */
export const receiptProfiles: Record<IssuingProfile, Profile> = {
  us: {
    name: 'United States',
    description: 'Written acknowledgment of a contribution to a 501(c)(3) organization.',
    country: 'us',
    title: 'Donation Receipt',
    registrationLabel: 'EIN',
    requires: ['legalName', 'address', 'registrationNumber'],
    alsoPrints: [],
    needsDonorAddress: false,
    texts: {
      withoutGoods: 'No goods or services were provided in exchange for this contribution.',
      withGoods:
        'In exchange for this contribution, we provided: {goods}. Our good-faith estimate of its value is {value}. The amount that is deductible for federal income tax purposes is limited to the excess of the contribution over that value: {deductible}.',
      closing:
        '{legal name} is a charitable organization under section 501(c)(3) of the Internal Revenue Code. Please keep this receipt for your tax records.',
    },
  },
  canada: {
    name: 'Canada',
    description: 'Official receipt of a registered charity for income tax purposes.',
    country: 'canada',
    title: 'Official Receipt for Income Tax Purposes',
    registrationLabel: 'Charity registration number',
    requires: ['legalName', 'address', 'registrationNumber', 'placeOfIssue', 'signatoryName'],
    alsoPrints: ['placeOfIssue'],
    needsDonorAddress: true,
    texts: {
      withoutGoods: 'The donor received no advantage for this gift.',
      withGoods: 'Advantage received by the donor: {goods}, with a value of {value}.',
      closing: 'Canada Revenue Agency: canada.ca/charities-giving',
    },
  },
  'uk-gift-aid': {
    name: 'United Kingdom (Gift Aid)',
    description: 'Record of a donation. Gift Aid is claimed on a declaration, not on a receipt.',
    country: 'uk',
    title: 'Record of Your Donation',
    registrationLabel: 'HMRC charity reference',
    requires: ['legalName', 'address', 'registrationNumber'],
    alsoPrints: ['legalStatus'],
    needsDonorAddress: true,
    texts: {
      withoutGoods: 'You received no benefit in return for this donation.',
      withGoods: 'Benefit received in return for this donation: {goods}, with a value of {value}.',
      closing:
        'This record is not a Gift Aid declaration. If you pay tax at a higher rate, you may need it for your tax return.',
    },
  },
  france: {
    name: 'France',
    description: 'Reçu au titre des dons (model Cerfa 11580), in French.',
    country: 'france',
    title: 'Reçu au titre des dons à certains organismes d’intérêt général',
    registrationLabel: 'Numéro SIREN ou RNA',
    requires: ['legalName', 'address', 'legalStatus', 'purpose', 'signatoryName'],
    alsoPrints: ['legalStatus', 'purpose', 'placeOfIssue'],
    needsDonorAddress: true,
    texts: {
      withoutGoods:
        'Le bénéficiaire certifie sur l’honneur que le don qu’il a reçu ouvre droit à la réduction d’impôt prévue à l’article 200 du code général des impôts (CGI). Ce don a été fait sans contrepartie.',
      withGoods:
        'Le bénéficiaire certifie sur l’honneur que le don qu’il a reçu ouvre droit à la réduction d’impôt prévue à l’article 200 du code général des impôts (CGI). Contrepartie reçue : {goods}, d’une valeur de {value}.',
      closing: 'Articles 200, 238 bis et 978 du code général des impôts (CGI).',
    },
  },
  plain: {
    name: 'Other',
    description: 'A receipt with everything that you fill in, and your own sentences.',
    country: 'plain',
    title: 'Donation Receipt',
    registrationLabel: 'Registration number',
    requires: ['legalName'],
    alsoPrints: ['legalStatus', 'purpose', 'placeOfIssue'],
    needsDonorAddress: false,
    texts: {
      withoutGoods: 'Nothing was given in return for this donation.',
      withGoods: 'In return for this donation, we gave: {goods}, with a value of {value}.',
      closing: '',
    },
  },
};

/** Each profile in the list of profiles. */
export const receiptProfileTitles = {
  none: 'No receipts for taxes',
  ...Object.fromEntries(
    Object.entries(receiptProfiles).map(([name, { name: title }]) => [name, title]),
  ),
} as Record<ReceiptProfileName, string>;

/** What each text of {@link ReceiptIssuer} is called on the page "Settings". */
export const issuerLabels: Record<keyof ReceiptIssuer, string> = {
  legalName: 'Legal name',
  address: 'Address of the charity',
  registrationNumber: 'Tax or registration number',
  legalStatus: 'Legal status',
  purpose: 'Purpose',
  placeOfIssue: 'Place of issue',
  signatoryName: 'Name of whoever signs',
  signatoryTitle: 'Title of whoever signs',
};

/** What counts until somebody saves other settings: no receipts for taxes. */
export const defaultReceiptSettings: ReceiptSettings = {
  profile: 'none',
  asksForGiftAid: false,
  legalName: '',
  address: '',
  registrationNumber: '',
  legalStatus: '',
  purpose: '',
  placeOfIssue: '',
  signatoryName: '',
  signatoryTitle: '',
  texts: { withoutGoods: '', withGoods: '', closing: '' },
};

/** The profile that receipts follow; null if the charity issues none. */
export function profileOf({ profile }: Pick<ReceiptSettings, 'profile'>): Profile | null {
  return profile === 'none' ? null : receiptProfiles[profile];
}

const printedEverywhere: readonly (keyof ReceiptIssuer)[] = [
  'legalName',
  'address',
  'registrationNumber',
  'signatoryName',
  'signatoryTitle',
];

/** What receipts say of the charity: nothing that another country asks for. */
export function printsOf(
  settings: Pick<ReceiptSettings, 'profile'>,
): readonly (keyof ReceiptIssuer)[] {
  const profile = profileOf(settings);
  return profile === null ? [] : [...printedEverywhere, ...profile.alsoPrints];
}

/** A text of the charity as its receipts print it: `printed(settings, "purpose")` is empty in the United States. */
export function printed(settings: ReceiptSettings, name: keyof ReceiptIssuer): string {
  return printsOf(settings).includes(name) ? settings[name] : '';
}

/** Whether receipts need the postal address of the donor, so that the donation form asks for it. */
export function needsDonorAddress(settings: Pick<ReceiptSettings, 'profile'>): boolean {
  return profileOf(settings)?.needsDonorAddress ?? false;
}

/** Whether donors are asked for Gift Aid declarations. */
export function asksForGiftAid(
  settings: Pick<ReceiptSettings, 'profile' | 'asksForGiftAid'>,
): boolean {
  return settings.profile === 'uk-gift-aid' && settings.asksForGiftAid;
}
