import { expect, test } from 'vitest';
import {
  bankTransferFormErrors,
  donationFormErrors,
  readDonationForm,
} from '#contract/form-fields.ts';

const cardCosts = { basisPoints: 290, fixedCents: 30, isCoverOffered: false };

test('the donation form passes on each wish by itself', () => {
  const wishes = {
    isAnonymous: 'true',
    dedicationKind: 'memory',
    honoree: 'Ada',
    publicComment: 'For Ada',
    mayShowComment: 'true',
    employer: 'A mill',
    wantsGiftAid: 'true',
    giftAidHouse: '12',
  };
  const none = readDonationForm({}, cardCosts);
  expect(none).toMatchObject({
    isAnonymous: false,
    dedicationKind: '',
    publicComment: '',
    mayShowComment: false,
    employer: '',
  });
  expect(none).not.toHaveProperty('giftAidHouse');
  for (const [name, value] of Object.entries(wishes)) {
    const read = readDonationForm({ [name]: value }, cardCosts);
    if (name.startsWith('giftAid')) continue;
    expect(read).toMatchObject({ ...none, [name]: value === 'true' ? true : value });
  }
  expect(readDonationForm(wishes, cardCosts)).toMatchObject({
    isAnonymous: true,
    giftAidHouse: '12',
  });
});

test('everything that is wrong with the donation form is told at once', () => {
  const site = { minDonation: 500, maxDonation: 100_000, cardCosts };
  const fields = { amount: '1', wantsGiftAid: 'true', giftAidHouse: ' ' };
  expect(donationFormErrors(fields, site)).toEqual({
    amount: 'Must be at least $5.00',
    giftAidHouse: 'Required for Gift Aid',
  });
  expect(donationFormErrors({ amount: '5', giftAidHouse: '' }, site)).toEqual({});
  expect(bankTransferFormErrors({ amount: '4.99' }, site)).toEqual({
    amount: 'Must be at least $5.00',
  });
  expect(bankTransferFormErrors({ amount: '5' }, site)).toEqual({});
});
