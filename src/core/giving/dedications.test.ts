import { expect, test } from 'vitest';
import { type DedicationFields, dedicationProblems, hasLink } from '#core/giving/dedications.ts';

const nothing: DedicationFields = {
  dedicationKind: '',
  honoree: '',
  recipientName: '',
  recipientEmail: '',
  dedicationMessage: '',
  tellsName: false,
  sendOn: '',
};

test.each([
  'https://evil.example',
  'See www.evil.example now',
  'evil.example/win',
  'EVIL.COM',
  'write to me@evil.example',
  'mailto:me',
  'evil.Com/x',
  'go to 192.0.2.1 now',
  'evil\u2024com',
  'evil。com',
  'сайт.рф',
  '例え.テスト',
])('finds the link in "%s"', (text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  'Happy birthday, Ada!',
  'You were kind.Thank you',
  'It was 3.50 or so, e.g. on Nov. 5.',
  'Dr. J. R. Müller, St. Gallen…',
])('finds none in "%s"', (text) => {
  expect(hasLink(text)).toBe(false);
});

test('a dedication is nothing, a name, or a name and somebody who is told', () => {
  expect(dedicationProblems(nothing)).toEqual({});
  expect(dedicationProblems({ ...nothing, dedicationKind: 'honor', honoree: 'Ada' })).toEqual({});
  expect(dedicationProblems({ ...nothing, honoree: 'Ada' })).toEqual({
    dedicationKind: 'Choose one',
  });
  expect(
    dedicationProblems({ ...nothing, dedicationKind: 'memory', sendOn: '2026-12-24' }),
  ).toEqual({ honoree: 'Required', recipientName: 'Required', recipientEmail: 'Required' });
  expect(
    dedicationProblems({
      ...nothing,
      dedicationKind: 'honor',
      honoree: 'Ada www.x.example',
      recipientName: 'Ben',
      recipientEmail: 'ben@example.com',
      dedicationMessage: 'x.example',
    }),
  ).toEqual({
    honoree: 'Must not contain links or addresses',
    dedicationMessage: 'Must not contain links or addresses',
  });
});
