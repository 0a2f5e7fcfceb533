import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contractEndpoints } from '#server/platform/http/contract-exports.ts';
import { textLimits } from '../../scripts/web-build/text-limits.ts';

/**
 * What each field of a public page with a limit of its own is sent as: the limits themselves stand in the page, because each
 * visitor would load those of the whole contract.
 */
const sentAs: Record<string, [endpoint: string, name?: string]> = {
  'contact-form.island message': ['sendContactMessage'],
  'consent-form givenBy': ['answerConsent'],
  'consent-form relationText': ['answerConsent'],
  'correction-section correction': ['proposeCorrection', 'text'],
  'dedication-fields honoree': ['saveDedication'],
  'dedication-fields recipientName': ['saveDedication'],
  'donate-form.island description': ['createDonation'],
  'donate-form.island postalAddress': ['createDonation'],
  'employer-field employer': ['saveEmployer'],
  'gift-aid-fields giftAidTitle': ['createDonation'],
  'gift-aid-fields giftAidHouse': ['createDonation'],
  'gift-aid-fields giftAidPostcode': ['createDonation'],
  'nominate-form.island description': ['createNomination'],
  'own-gift-aid-section title': ['declareGiftAid'],
  'own-gift-aid-section firstName': ['declareGiftAid'],
  'own-gift-aid-section lastName': ['declareGiftAid'],
  'own-gift-aid-section house': ['declareGiftAid'],
  'own-gift-aid-section address': ['declareGiftAid'],
  'own-gift-aid-section postcode': ['declareGiftAid'],
  'words-form {name}': ['sendAppeal', 'text'],
};
/** A code is a secret, which has no limit; an amount is sent as a number. */
const sentOtherwise = ['code-form code', 'nominate-form.island neededAmount'];

test('a field of a public page takes as much as the contract', async () => {
  const endpoints = new Map((await contractEndpoints()).map((one) => [one.name, one.endpoint]));
  const found = globSync('src/web/site/**/*.tsx').flatMap((file) => {
    const [page] = /[^/]+(?=\.tsx$)/.exec(file) ?? [];
    const elements = readFileSync(file, 'utf8').matchAll(/<\w+[^<]*?maxLength=\{(\d+)\}[^<]*?\/>/g);
    return [...elements].map(([element, limit]) => {
      const [, name] = /name="?([^\s"]+)/.exec(element) ?? [];
      return [`${page} ${name}`, Number(limit)] as const;
    });
  });
  const declared = Object.entries(sentAs).map(([field, [endpoint, name]]) => {
    const described = endpoints.get(endpoint);
    const limits = described && textLimits(described);
    return [field, limits?.[name ?? field.split(' ')[1] ?? '']] as const;
  });
  const judged = found.filter(([field]) => !sentOtherwise.includes(field));
  expect(Object.fromEntries(judged)).toEqual(Object.fromEntries(declared));
});
