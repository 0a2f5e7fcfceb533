import { expect, test } from 'vitest';
import {
  giftAidWording,
  isPostcode,
  scheduleCells,
  scheduleDay,
  writtenPostcode,
} from '#core/receipts/gift-aid.ts';

test('a declaration names the charity, the donations, the wish, and who pays the difference', () => {
  const all = giftAidWording('Warm Homes', 'all');
  expect(all).toContain('I want Warm Homes to reclaim tax under Gift Aid');
  expect(all).toContain('in the future, and those that I have made in the past 4 years');
  expect(all).toContain('my responsibility to pay any difference');
  expect(giftAidWording('Warm Homes', 'this')).not.toContain('past 4 years');
});

test('the schedule has short titles and names, no hyphens, and postcodes with a space', () => {
  expect(
    scheduleCells({
      title: 'Professor',
      firstName: 'A'.repeat(40),
      lastName: 'House-Martin',
      house: ' 12a ',
      postcode: 's192bd',
    }),
  ).toEqual({
    title: 'Prof',
    firstName: 'A'.repeat(35),
    lastName: 'House Martin',
    house: '12a',
    postcode: 'S19 2BD',
  });
  const abroad = { title: '', firstName: 'A', lastName: 'B', house: '1', postcode: '' };
  expect(scheduleCells(abroad).postcode).toBe('X');
  expect(scheduleDay('2026-03-04')).toBe('04/03/26');
});

test.each([
  ['sw1a1aa', 'SW1A 1AA', true],
  ['M1 1AE', 'M1 1AE', true],
  ['12345', '12 345', false],
  ['', '', false],
])('the postcode %j is written %j', (typed, written, isOne) => {
  expect(writtenPostcode(typed)).toBe(written);
  expect(isPostcode(typed)).toBe(isOne);
});
