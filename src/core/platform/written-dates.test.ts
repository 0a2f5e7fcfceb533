import { expect, test } from 'vitest';
import {
  guessDateOrder,
  readWrittenDay,
  readWrittenMoment,
  readWrittenZone,
} from '#core/platform/written-dates.ts';

test.each([
  ['2026-01-31', 'ymd', '2026-01-31'],
  ['20260131', 'ymd', '2026-01-31'],
  ['31.1.26', 'dmy', '2026-01-31'],
  ['03/04/2026', 'mdy', '2026-03-04'],
  ['03/04/2026', 'dmy', '2026-04-03'],
  ['03042026', 'dmy', '2026-04-03'],
  ['March 4, 2026', 'dmy', '2026-03-04'],
  ['4 Mar 2026', 'mdy', '2026-03-04'],
  ['2026-03-04T18:05:00Z', 'ymd', '2026-03-04'],
  ['17-Mar-2026', 'mdy', '2026-03-17'],
  ['05 Mar 26', 'ymd', '2026-03-05'],
  ['5. März 2026', 'dmy', '2026-03-05'],
  ['05-mrt-2026', 'dmy', '2026-03-05'],
  ['1er mars 2026', 'dmy', '2026-03-01'],
  ['5 août 2026', 'dmy', '2026-08-05'],
  ['5 de marzo de 2026', 'dmy', '2026-03-05'],
  ['5 de março de 2026', 'dmy', '2026-03-05'],
  ['05/out/2026', 'dmy', '2026-10-05'],
  ['5 luglio 2026', 'dmy', '2026-07-05'],
  ['5 marca 2026', 'dmy', '2026-03-05'],
  ['17 paź 2026', 'dmy', '2026-10-17'],
  ['5 maj 2026', 'dmy', '2026-05-05'],
  ['2026-Mar-05', 'dmy', '2026-03-05'],
  ['Thu, 5 Mar 2026', 'dmy', '2026-03-05'],
  ['Do. 5. März 2026', 'dmy', '2026-03-05'],
  ['Mar 5, 2026', 'dmy', '2026-03-05'],
  ['31.2.2026', 'dmy', null],
  ['13/13/2026', 'mdy', null],
  ['Smarch 4, 2026', 'mdy', null],
  ['', 'ymd', null],
  ['yesterday', 'ymd', null],
] as const)('%j in the order %s is %s', (text, order, day) => {
  expect(readWrittenDay(text, order)).toBe(day);
});

test.each([
  ['2026-03-04 18:05', '2026-03-04T23:05:00.000Z'],
  ['2026-03-04T18:05:09.123', '2026-03-04T23:05:09.000Z'],
  ['2026-03-04T18:05:00Z', '2026-03-04T18:05:00.000Z'],
  ['2026-03-04 18:05:00 UTC', '2026-03-04T18:05:00.000Z'],
  ['2026-03-04T18:05:00+02:00', '2026-03-04T16:05:00.000Z'],
  ['2026-03-04T18:05:00-0330', '2026-03-04T21:35:00.000Z'],
  ['March 4, 2026 6:05 pm', '2026-03-04T23:05:00.000Z'],
  ['2026-03-04 12:05 AM', '2026-03-04T05:05:00.000Z'],
  // After the clocks changed.
  ['2026-07-04 18:05', '2026-07-04T22:05:00.000Z'],
  ['2026-03-04', null],
  ['2026-03-04 25:00', null],
  ['18:05', null],
])('%j in New York is %s', (text, moment) => {
  expect(readWrittenMoment(text, { order: 'ymd', timeZone: 'America/New_York' })).toBe(moment);
});

test.each([
  ['mdy', ['01/02/2026', '01/31/2026']],
  ['dmy', ['01/02/2026', '31/01/2026']],
  ['ymd', ['2026-01-02', '2026-01-31']],
  ['ymd', ['20260102', '20260131']],
  ['dmy', ['31.01.26', '05.02.26']],
  ['dmy', ['31.1.26']],
  ['ymd', ['20101201', '20110102']],
  ['dmy', ['05.12.25', '06.12.25']],
  ['dmy', ['05.12.2025']],
  ['ymd', ['5 March 2026', '6 March 2026']],
  // Nothing tells.
  [null, ['01/02/2026', '03/04/2026']],
  [null, ['05/05/26', '06/06/26', '01/02/26']],
  [null, ['03042026']],
  [null, []],
  [null, ['Total']],
] as const)('%s is guessed from %j', (order, cells) => {
  expect(guessDateOrder(cells)).toBe(order);
});

test('the month is never first in a file that says so', () => {
  expect(guessDateOrder(['05/12/2025', '06/12/2025'], { isMonthFirst: false })).toBe('dmy');
  expect(guessDateOrder(['2025-12-05'], { isMonthFirst: false })).toBe('ymd');
});

test.each([
  ['dmy', ['13/01/2026', '01/02/2026', 'Total']],
  ['mdy', ['01/13/2026', '', 'pending', '2026-01-13', '02/13/2026']],
] as const)('%s is guessed from most of %j, whatever the odd line is', (order, cells) => {
  expect(guessDateOrder(cells)).toBe(order);
  expect(guessDateOrder([...cells].reverse())).toBe(order);
});

test.each([
  [['13/01/2026', '28/01/2026', '01/02/2026', '01/15/2026']],
  [['01/13/2026', '01/28/2026', '02/01/2026', '15/01/2026']],
])('%j has days in two orders, and somebody has to look', (cells) => {
  expect(guessDateOrder(cells)).toBeNull();
});

test.each([
  ['PST', '-08:00'],
  ['cest', '+02:00'],
  ['GMT+1', '+01:00'],
  ['-0330', '-03:30'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['IST', null],
  ['Berlin', null],
  ['Mars/Olympus', null],
])('the time zone %s is %s', (text, zone) => {
  expect(readWrittenZone(text)).toBe(zone);
});
