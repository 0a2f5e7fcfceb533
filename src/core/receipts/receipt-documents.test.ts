import { describe, expect, test } from 'vitest';
import { setBookCurrency, usualCurrency } from '#core/platform/money.ts';
import type { PrintedDocument } from '#core/platform/printed-document.ts';
import {
  copyOf,
  deductibleCents,
  keptCents,
  type ReceiptFacts,
  receiptDocument,
  sampleReceipt,
  statementDocument,
} from '#core/receipts/receipt-documents.ts';
import {
  defaultReceiptSettings,
  type IssuingProfile,
  type ReceiptSettings,
  receiptProfiles,
} from '#core/receipts/receipt-profiles.ts';
import { printAmount } from '#core/receipts/receipt-words.ts';
import { fc } from '#test/support/seed.ts';

const settings = (profile: IssuingProfile): ReceiptSettings => ({
  ...defaultReceiptSettings,
  profile,
  legalName: 'Helping Hands',
  address: '1 Main Street\nSpringfield',
  registrationNumber: '12-3456789',
  legalStatus: 'Association loi 1901',
  purpose: 'Aide aux personnes',
  placeOfIssue: 'Ottawa',
  signatoryName: 'Grace Hopper',
  signatoryTitle: 'Treasurer',
});

const facts: ReceiptFacts = {
  number: '2026-000007',
  replacesNumber: null,
  donorName: 'Ada Lovelace',
  donorAddress: '12 St. James’s Square\nLondon',
  amountCents: 12_500,
  coverCents: 0,
  goods: null,
  receivedOn: '2026-12-31',
  issuedOn: '2027-01-02',
  isPaidOnline: true,
};

/** What is written while the books are in a currency. */
function inCurrency<Result>(currency: string, write: () => Result): Result {
  setBookCurrency(currency);
  try {
    return write();
  } finally {
    setBookCurrency(usualCurrency);
  }
}

/** Everything that a document says, one line each. */
function linesOf({ title, mark, issuer, blocks }: PrintedDocument): string[] {
  return [
    ...(mark === null ? [] : [mark]),
    ...issuer,
    title,
    ...blocks.flatMap((block) => {
      switch (block.type) {
        case 'facts':
          return block.rows.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`);
        case 'table':
          return [block.columns.map((column) => column.title), ...block.rows, block.total].map(
            (cells) => cells.join(' | '),
          );
        case 'signature':
          return [`${block.caption}: ${block.name}, ${block.title}`];
        default:
          return [block.text];
      }
    }),
  ];
}

describe('what a receipt says', () => {
  test('in the United States, and nothing that other countries ask for', () => {
    const document = receiptDocument(facts, settings('us'));
    expect(document.language).toBe('en-US');
    expect(linesOf(document)).toEqual([
      'Helping Hands',
      '1 Main Street',
      'Springfield',
      'Donation Receipt',
      'EIN: 12-3456789',
      'Receipt number: 2026-000007',
      'Donor: Ada Lovelace',
      'Address of the donor: 12 St. James’s Square, London',
      'Amount: $125.00',
      'Date received: 12/31/2026',
      'Date issued: 01/02/2027',
      'Way of payment: Card or bank payment on our site',
      'No goods or services were provided in exchange for this contribution.',
      'Helping Hands is a charitable organization under section 501(c)(3) of the Internal Revenue Code. Please keep this receipt for your tax records.',
      'For the charity: Grace Hopper, Treasurer',
    ]);
  });

  test('in the United States, for a gift above $75 with something in return', () => {
    const goods = { description: 'A dinner for two', valueCents: 4_000 };
    const lines = linesOf(receiptDocument({ ...facts, goods }, settings('us')));
    expect(lines).toContain('Goods or services provided: A dinner for two');
    expect(lines).toContain('Their value: $40.00');
    expect(lines).toContain('Deductible amount: $85.00');
    expect(lines).toContain(
      'In exchange for this contribution, we provided: A dinner for two. Our good-faith estimate of its value is $40.00. The amount that is deductible for federal income tax purposes is limited to the excess of the contribution over that value: $85.00.',
    );
    expect(lines.join()).not.toContain('No goods or services');
  });

  test('in Canada', () => {
    const document = inCurrency('CAD', () =>
      receiptDocument(facts, { ...settings('canada'), legalStatus: '', purpose: '' }),
    );
    expect(document.language).toBe('en-CA');
    expect(linesOf(document)).toEqual([
      'Helping Hands',
      '1 Main Street',
      'Springfield',
      'Official Receipt for Income Tax Purposes',
      'Charity registration number: 12-3456789',
      'Receipt number: 2026-000007',
      'Donor: Ada Lovelace',
      'Address of the donor: 12 St. James’s Square, London',
      'Amount received: $125.00',
      'Eligible amount of the gift for tax purposes: $125.00',
      'Date received: 2026-12-31',
      'Date receipt issued: 2027-01-02',
      'Place of issue: Ottawa',
      'Way of payment: Card or bank payment on our site',
      'The donor received no advantage for this gift.',
      'Canada Revenue Agency: canada.ca/charities-giving',
      'Authorized signature: Grace Hopper, Treasurer',
    ]);
  });

  test('in the United Kingdom, where it is no Gift Aid declaration', () => {
    const document = inCurrency('GBP', () => receiptDocument(facts, settings('uk-gift-aid')));
    expect(document.language).toBe('en-GB');
    const lines = linesOf(document);
    expect(lines).toContain('Record of Your Donation');
    expect(lines).toContain('HMRC charity reference: 12-3456789');
    expect(lines).toContain('Amount: £125.00');
    expect(lines).toContain('Date received: 31/12/2026');
    expect(lines.join(' ')).toContain('not a Gift Aid declaration');
  });

  test('in France, in French and with the amount between asterisks', () => {
    const document = inCurrency('EUR', () => receiptDocument(facts, settings('france')));
    expect(document.language).toBe('fr-FR');
    expect(linesOf(document)).toEqual([
      'Helping Hands',
      '1 Main Street',
      'Springfield',
      'Reçu au titre des dons à certains organismes d’intérêt général',
      'Numéro SIREN ou RNA: 12-3456789',
      'Statut: Association loi 1901',
      'Objet: Aide aux personnes',
      'Numéro d’ordre du reçu: 2026-000007',
      'Donateur: Ada Lovelace',
      'Adresse du donateur: 12 St. James’s Square, London',
      'Montant du don: ***125,00 €***',
      'Date du versement: 31/12/2026',
      'Date d’établissement du reçu: 02/01/2027',
      'Lieu d’établissement: Ottawa',
      'Forme du don: Déclaration de don manuel',
      'Nature du don: Numéraire',
      'Mode de versement: Virement, prélèvement, carte bancaire',
      'Le bénéficiaire certifie sur l’honneur que le don qu’il a reçu ouvre droit à la réduction d’impôt prévue à l’article 200 du code général des impôts (CGI). Ce don a été fait sans contrepartie.',
      'Articles 200, 238 bis et 978 du code général des impôts (CGI).',
      'Date et signature du bénéficiaire: Grace Hopper, Treasurer',
    ]);
  });

  test('elsewhere, with only what was filled in', () => {
    const plain = {
      ...defaultReceiptSettings,
      profile: 'plain',
      legalName: 'Helping Hands',
    } as const;
    const lines = linesOf(
      receiptDocument({ ...facts, donorAddress: '', isPaidOnline: false }, plain),
    );
    expect(lines).toEqual([
      'Helping Hands',
      'Donation Receipt',
      'Receipt number: 2026-000007',
      'Donor: Ada Lovelace',
      'Amount: $125.00',
      'Date received: 12/31/2026',
      'Date issued: 01/02/2027',
      'Nothing was given in return for this donation.',
    ]);
  });

  test.each(Object.keys(receiptProfiles) as IssuingProfile[])(
    'that it takes the place of another one, is a copy, or a sample, with %s',
    (profile) => {
      const replacing = receiptDocument(
        { ...facts, replacesNumber: '2026-000003' },
        settings(profile),
      );
      expect(linesOf(replacing).join(' ')).toMatch(/(replaces|remplace) .*2026-000003\./);
      expect(copyOf(replacing).mark).toMatch(/COPY|DUPLICAT/);
      expect({ ...copyOf(replacing), mark: null }).toEqual(replacing);
      expect(sampleReceipt(settings(profile), '2026-11-20').mark).toMatch(/SAMPLE|SPÉCIMEN/);
    },
  );
});

describe('the sentences of a receipt', () => {
  test('are the charity’s own, with what stands for each name in braces', () => {
    const own = {
      ...settings('us'),
      texts: {
        withoutGoods: '{legal name} gave you nothing for {number}. {unknown}',
        withGoods: '',
        closing: 'Thank you, {legal name}.',
      },
    };
    const lines = linesOf(receiptDocument(facts, own));
    expect(lines).toContain('Helping Hands gave you nothing for 2026-000007. {unknown}');
    expect(lines).toContain('Thank you, Helping Hands.');
  });

  test('get no other texts from names as typed', () => {
    const hostile = { ...facts, donorName: '{legal name} {number}' };
    expect(linesOf(receiptDocument(hostile, settings('us')))).toContain(
      'Donor: {legal name} {number}',
    );
  });
});

test('what is deductible is the amount less the value, and never negative', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(cents, cents, (amountCents, valueCents) => {
      const deductible = deductibleCents({ amountCents, goods: { description: 'x', valueCents } });
      expect(deductible).toBe(valueCents >= amountCents ? 0 : amountCents - valueCents);
    }),
  );
});

test('an amount is exact in every country', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999_999 }), (cents) => {
      for (const country of ['us', 'canada', 'uk', 'france', 'plain'] as const) {
        expect(Number(printAmount(cents, country).replaceAll(/\D/g, ''))).toBe(Math.abs(cents));
      }
    }),
  );
  expect(() => printAmount(1.5, 'us')).toThrow(RangeError);
});

test('amounts are in the currency of the books, with its decimals', () => {
  const written = (currency: string, country: Parameters<typeof printAmount>[1]) =>
    inCurrency(currency, () => printAmount(123_456, country));
  expect(written('CAD', 'canada')).toBe('$1,234.56');
  expect(written('GBP', 'uk')).toBe('£1,234.56');
  expect(written('EUR', 'france')).toBe('***1 234,56 €***');
  expect(written('JPY', 'plain')).toBe('¥123,456');
  expect(written('KWD', 'plain')).toContain('123.456');
});

describe('a statement', () => {
  const gift = { cause: 'Heating', amountCents: 2_500, coverCents: 0 };
  const donation = { ...gift, returnedCents: 0, receiptNumber: null };
  const about = {
    donorName: 'Ada Lovelace',
    donorAddress: '',
    from: '2026-01-01',
    to: '2026-12-31',
    madeOn: '2027-01-04',
    donations: [
      { ...donation, receivedOn: '2026-03-01', receiptNumber: '2026-000001' },
      // Two of one day are two.
      { ...donation, receivedOn: '2026-05-02' },
      { ...donation, receivedOn: '2026-05-02' },
      { ...donation, receivedOn: '2026-06-09', returnedCents: 1_000 },
    ],
  };
  const charity = { name: 'Everycent', isTrial: false };

  test('lists each donation, marks those with a receipt, and adds up what was kept', () => {
    const lines = linesOf(statementDocument(about, settings('us'), charity));
    expect(lines).toContain('Period: 01/01/2026 to 12/31/2026');
    expect(lines).toContain('Donations: 4');
    expect(lines).toContain('Total, without what was returned: $90.00');
    expect(lines.slice(-7)).toEqual([
      'Date received | Cause | Receipt | Amount | Returned',
      '03/01/2026 | Heating | 2026-000001 | $25.00 | $0.00',
      '05/02/2026 | Heating | None | $25.00 | $0.00',
      '05/02/2026 | Heating | None | $25.00 | $0.00',
      '06/09/2026 | Heating | None | $25.00 | $10.00',
      'Total |  |  | $100.00 | $10.00',
      'Donations with a receipt number have a receipt of their own. This statement repeats them and does not replace those receipts, so do not count them twice.',
    ]);
    expect(keptCents(about.donations)).toBe(9_000);
  });

  test('says that it is no receipt where there are none, and that it is a test during a trial', () => {
    const document = statementDocument(about, defaultReceiptSettings, {
      ...charity,
      isTrial: true,
    });
    expect(document.issuer).toEqual(['Everycent']);
    expect(document.mark).toContain('TEST');
    expect(linesOf(document).join(' ')).toContain('It is not a receipt for taxes.');
  });
});
