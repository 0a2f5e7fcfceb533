import { describe, expect, test } from 'vitest';
import {
  addMonths,
  changeableDays,
  chargeAfterPause,
  chargeAt,
  describeCard,
  failureWords,
  isRaise,
  monthsOfInterval,
  planIntervals,
  yearlyCents,
} from '#core/plans/plans.ts';
import { fc } from '#test/support/seed.ts';

const day = (moment: Date) => moment.toISOString().slice(0, 16);

describe('the payments of a plan', () => {
  test.each([
    ['2027-01-31T12:30Z', 'monthly', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-01-31T12:30Z', 'monthly', ['2028-02-29', '2028-03-31']],
    ['2029-11-30T12:30Z', 'quarterly', ['2030-02-28', '2030-05-30', '2030-08-30']],
    ['2032-02-29T12:30Z', 'yearly', ['2033-02-28', '2034-02-28', '2035-02-28', '2036-02-29']],
  ] as const)(
    'that began %s come %s on the day, or the last of a shorter month',
    (first, interval, days) => {
      const charges = days.map((_, index) => day(chargeAt(first, interval, index + 1)));
      expect(charges).toEqual(days.map((each) => `${each}T12:30`));
    },
  );

  test('are as many months apart as the interval has, at the same time of the day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.constantFrom(...planIntervals),
        fc.nat(100),
        (first, interval, number) => {
          const charge = chargeAt(first, interval, number);
          const months = (moment: Date) => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
          expect(months(charge) - months(first)).toBe(monthsOfInterval[interval] * number);
          expect(charge.getUTCDate()).toBeLessThanOrEqual(first.getUTCDate());
          expect(charge.getTime() % 86_400_000).toBe(
            ((first.getTime() % 86_400_000) + 86_400_000) % 86_400_000,
          );
        },
      ),
    );
  });
});

test('a year of a plan is exact, whatever its interval', () => {
  expect(planIntervals.map((interval) => yearlyCents(1_001, interval))).toEqual([
    12_012, 4_004, 1_001,
  ]);
});

test.each([
  ['before the next payment', '2027-02-15T12:29Z', '2027-02-15T12:30'],
  ['at the moment of a payment', '2027-04-15T12:30Z', '2027-04-15T12:30'],
  ['a minute later', '2027-04-15T12:31Z', '2027-05-15T12:30'],
])('after a pause that ends %s, the first payment from then on comes', (_, until, expected) => {
  const [first, next] = [new Date('2027-01-15T12:30Z'), new Date('2027-02-15T12:30Z')];
  expect(day(chargeAfterPause(new Date(until), { first, next, interval: 'monthly' }))).toBe(
    expected,
  );
});

test('a pause lasts from tomorrow to a year from now, where the charity is', () => {
  const now = new Date('2028-02-29T03:00Z');
  expect(changeableDays(now, 'UTC')).toEqual({ first: '2028-03-01', last: '2029-02-28' });
  expect(changeableDays(now, 'America/New_York')).toEqual({
    first: '2028-02-29',
    last: '2029-02-28',
  });
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
});

test('what a bank said is told in plain words, and a card that is reported as stolen is told by nobody', () => {
  expect(failureWords('insufficient_funds')).toContain('not enough money');
  expect(failureWords('stolen_card')).toBe(failureWords(null));
  expect(failureWords('authentication_required')).toBe(
    'Your bank wants you to confirm the payment.',
  );
  expect(failureWords('authentication_required', 'team')).toBe(
    'The bank wants the donor to confirm the payment.',
  );
});

test('a card is told with the month in which it expires, if that is known', () => {
  const card = { brand: 'Visa', last4: '4242', expires: '2031-08' };
  expect(describeCard(card)).toBe('Visa ending in 4242, expires 08/2031');
  expect(describeCard({ ...card, expires: '' })).toBe('Visa ending in 4242');
});

test.each([
  ['a higher amount', { amountCents: 1_001 }, true],
  ['more for card costs', { coverCents: 1 }, true],
  ['more often', { interval: 'monthly' as const }, true],
  ['more often, and less in a year', { interval: 'monthly' as const, amountCents: 300 }, false],
  ['less often', { interval: 'yearly' as const }, false],
  ['the same', {}, false],
])('a recurring donation with %s is raised: %s', (_, change, expected) => {
  const before = { amountCents: 1_000, coverCents: 0, interval: 'quarterly' as const };
  expect(isRaise(before, { ...before, ...change })).toBe(expected);
});
