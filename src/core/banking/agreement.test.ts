import { expect, test } from 'vitest';
import {
  agreementsOn,
  agrees,
  daysFromTo,
  type LinkEvent,
  type Movement,
} from '#core/banking/agreement.ts';
import { fc } from '#test/support/seed.ts';

const firstDay = '2026-01-10';
const dayOf = (place: number) =>
  new Date(Date.UTC(2026, 0, 1) + place * 86_400_000).toISOString().slice(0, 10);
const donation = (link: string, day: string, cents: number, isBooked: boolean): LinkEvent => ({
  kind: 'gifts',
  link,
  day,
  cents,
  isBooked,
  isFromBefore: false,
});

/** Donations in the books that reach the bank some days later, or never. */
const donations = fc.array(
  fc.record({
    place: fc.integer({ min: 9, max: 60 }),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    delay: fc.integer({ min: 0, max: 30 }),
  }),
  { maxLength: 20 },
);

function storyOf(story: { place: number; cents: number; delay: number | null }[]) {
  const movements: Movement[] = [];
  const events: LinkEvent[] = [];
  for (const [number, { place, cents, delay }] of story.entries()) {
    movements.push({ day: dayOf(place), donors: cents });
    events.push(donation(`${number}`, dayOf(place), cents, true));
    if (delay === null) continue;
    movements.push({ day: dayOf(place + delay), bank: cents });
    events.push(donation(`${number}`, dayOf(place + delay), -cents, false));
  }
  return { firstDay, openingCents: 5_000, movements, events };
}

test('whatever arrives within thirty days agrees on every day', () => {
  fc.assert(
    fc.property(donations, (all) => {
      const days = daysFromTo(firstDay, dayOf(100));
      expect(agreementsOn(days, storyOf(all)).every(agrees)).toBe(true);
    }),
  );
});

test('what never arrives is a difference of exactly its cents, after thirty days', () => {
  fc.assert(
    fc.property(donations, fc.integer({ min: 1, max: 1_000_000 }), (all, cents) => {
      const story = storyOf([...all, { place: 15, cents, delay: null }]);
      const [inTime, late] = agreementsOn([dayOf(45), dayOf(46)], story);
      expect([inTime?.difference, inTime?.overdue]).toEqual([0, 0]);
      expect([late?.difference, late?.overdue]).toEqual([-cents, 1]);
    }),
  );
});

test('what arrived in part before it was booked may take thirty days from when it is booked', () => {
  const story = {
    firstDay,
    openingCents: 0,
    movements: [
      { day: '2026-01-12', bank: 500 },
      { day: '2026-02-12', donors: 1_000 },
    ],
    events: [
      donation('early', '2026-01-12', -500, false),
      donation('early', '2026-02-12', 1_000, true),
    ],
  };
  expect(agreementsOn(['2026-03-14', '2026-03-15'], story)).toMatchObject([
    { overdue: 0, difference: 0 },
    { overdue: 1, difference: -500 },
  ]);
});

test('the opening balance is other money beyond what the books need, and a shortage stays a difference', () => {
  const before = { day: '2026-01-02', donors: 4_000 };
  const of = (openingCents: number) =>
    agreementsOn(['2026-01-10'], { firstDay, openingCents, movements: [before], events: [] })[0];
  expect(of(5_000)).toMatchObject({ other: 1_000, difference: 0 });
  expect(of(3_000)).toMatchObject({ other: 0, difference: -1_000 });
});

test('what has been on its way for long before the first statement is no part of the other money', () => {
  const payment = fc.record({
    place: fc.integer({ min: -200, max: 60 }),
    cents: fc.integer({ min: -1_000, max: 1_000 }),
    // Below zero, the payment provider had it before it was booked.
    delay: fc.integer({ min: -100, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 5 }), (payments) => {
      const movements = payments.flatMap(({ place, cents, delay }) => [
        { day: dayOf(place), donors: cents },
        { day: dayOf(place + delay), provider: cents },
      ]);
      const events = payments.flatMap(({ place, cents, delay }, link) => [
        donation(`${link}`, dayOf(place), cents, true),
        donation(`${link}`, dayOf(place + delay), -cents, false),
      ]);
      const story = { firstDay, openingCents: 100, movements, events };
      const [last] = agreementsOn([dayOf(160)], story);
      expect(last).toMatchObject({ other: 100, difference: 0, overdue: 0 });
    }),
  );
});

test('what has been on its way for long before the first statement is a difference until it arrives', () => {
  const story = {
    firstDay,
    openingCents: 1_000,
    movements: [
      { day: '2025-11-01', provider: -242 },
      { day: '2026-01-12', operations: -242 },
    ],
    events: [
      donation('cost', '2025-11-01', 242, false),
      donation('cost', '2026-01-12', -242, true),
    ],
  };
  expect(agreementsOn(['2026-01-11', '2026-01-12'], story)).toMatchObject([
    { other: 1_000, difference: -242, overdue: 1 },
    { other: 1_000, difference: 0, overdue: 0 },
  ]);
});

test('what was complete before the first statement and comes later makes the other money more', () => {
  const story = {
    firstDay,
    openingCents: 1_000,
    movements: [
      { day: '2026-01-09', donors: 700 },
      { day: '2026-01-12', bank: 700 },
    ],
    events: [{ ...donation('old', '2026-01-12', -700, false), isFromBefore: true }],
  };
  expect(agreementsOn(['2026-01-11', '2026-01-12'], story)).toMatchObject([
    { other: 300, difference: 0 },
    { other: 1_000, difference: 0 },
  ]);
});

test('a line that nobody matched explains money, and still nothing agrees', () => {
  const movements = [{ day: '2026-01-11', bank: 900, unmatched: 900, unmatchedLines: 1 }];
  const [day] = agreementsOn(['2026-01-11'], { firstDay, openingCents: 0, movements, events: [] });
  expect(day).toMatchObject({ unmatched: 900, difference: 0 });
  expect(day && agrees(day)).toBe(false);
});

test('what left the accounts as other money although there was none is missing', () => {
  const movements = [
    { day: '2026-01-11', bank: 5_000, donors: 5_000 },
    { day: '2026-01-20', bank: -5_000, other: -5_000 },
  ];
  const days = agreementsOn(['2026-01-11', '2026-01-20'], {
    firstDay,
    openingCents: 0,
    movements,
    events: [],
  });
  expect(days.map(({ other, difference }) => [other, difference])).toEqual([
    [0, 0],
    [0, -5_000],
  ]);
});
