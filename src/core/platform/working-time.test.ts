import { expect, test } from 'vitest';
import { describeTime, describeTimeBriefly, describeWork } from '#core/platform/working-time.ts';

test.each([
  [0, '0 minutes', '0 min'],
  [1, '1 minute', '1 min'],
  [59, '59 minutes', '59 min'],
  [60, '1 hour', '1 h'],
  [150, '2 hours 30 minutes', '2 h 30 min'],
  [61, '1 hour 1 minute', '1 h 1 min'],
  [60_000, '1,000 hours', '1,000 h'],
])('%i minutes are "%s"', (minutes, words, brief) => {
  expect(describeTime(minutes)).toBe(words);
  expect(describeTimeBriefly(minutes)).toBe(brief);
});

test('names how many people worked', () => {
  expect(describeWork({ minutes: 60, people: 1 })).toBe('1 hour by one volunteer');
  expect(describeWork({ minutes: 150, people: 12 })).toBe('2 hours 30 minutes by 12 volunteers');
});
