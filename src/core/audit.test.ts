import { expect, test } from 'vitest';
import {
  auditKind,
  auditKinds,
  auditReferences,
  describeAction,
  describeActor,
  describeChanges,
  fieldsWithoutWords,
} from '#core/audit.ts';

const id = '01900000-0000-7000-8000-000000000000';
const otherId = '01900000-0000-7000-8000-000000000001';
const reading = {
  timeZone: 'America/New_York',
  names: new Map([
    [id, 'Maria Lopez'],
    ['in-kind', 'Donations in Kind'],
  ]),
};
const read = (values: Record<string, unknown>) =>
  describeChanges(null, values, reading).map(({ field, after }) => [field, after]);

test('every kind of item has words of its own', () => {
  const groups = Object.values(auditKinds).map(({ group }) => group);
  expect(new Set(groups).size).toBe(groups.length);
});

test('what a later version has recorded shows no name of a program', () => {
  expect(describeAction('cause.created', { 'cause.created': 'Added a cause' })).toBe(
    'Added a cause',
  );
  expect(describeAction('login_link.sent_again', {})).toBe(
    'Did something that this version does not know',
  );
  expect(auditKind('login_link.sent_again')).toBeNull();
  expect(auditKind('public_page.saved')).toBe('public_page');
  expect(read({ somethingNew: 'abc', name: 'Food' })).toEqual([['Name', 'Food']]);
  expect(read({ status: 'paused', changed: ['caption', 'termsOfUse'] })).toEqual([
    ['Status', 'Unknown'],
    ['Changed', 'Caption, Terms of use'],
  ]);
});

test.each([
  ['system', 'The system'],
  ['visitor', 'A visitor'],
  ['provider:stripe', 'Stripe'],
  ['provider:test', 'Test payments'],
  ['provider:other', 'Another payment provider'],
  ['user:gone', 'A removed user'],
])('%s is called %s', (actor, name) => {
  expect(describeActor(actor)).toBe(name);
});

test('amounts have their sign, flags are yes or no, and states are the words of the screens', () => {
  const before = { amountCents: 4_000, isPublished: true, status: 'pending', failures: 1 };
  const after = { amountCents: 0, isPublished: false, status: 'accepted', failures: 1, spent: 5 };
  expect(describeChanges(before, after, reading)).toEqual([
    { field: 'Amount', before: '$40.00', after: '$0.00' },
    { field: 'Public', before: 'Yes', after: 'No' },
    { field: 'Status', before: 'Pending', after: 'Accepted' },
    { field: 'Spent for the nomination', before: null, after: '$0.05' },
  ]);
});

test('sizes, counts, dates, and names of fields are words', () => {
  expect(
    read({
      bytes: 2_345_678,
      mails: 1_200,
      createdAt: '2026-11-21T02:00:00.000Z',
      fields: ['publicName', 'coverFileId'],
      changed: ['alternativeText', 'consentUntil'],
      volunteer: ['name', 'email', 'phone', 'notes'],
      kind: 'did_not_work_out',
      what: 'second_factor',
      list: 'in-kind',
    }),
  ).toEqual([
    ['Size', '2.3 MB'],
    ['People emailed', '1,200'],
    ['Date', '11/20/2026'],
    ['Changed', 'Public name, Cover photo'],
    ['Changed', 'Alternative text, End of the consent'],
    ['Changed', 'Name, Email address, Phone number, Notes'],
    ['Kind', 'It did not work out'],
    ['What was guessed', 'A code of two-factor sign-in'],
    ['List', 'Donations in Kind'],
  ]);
});

test('a small file has the size that the list of files shows', () => {
  expect(read({ bytes: 26_111 })).toEqual([['Size', '26 kB']]);
});

test('ids are the names of what they refer to, and what only a program can use is left out', () => {
  const before = { donation: otherId, sha256: 'ab12' };
  const after = { nominationId: id, donation: id, allocation: id, refund: id, messageId: '<a@b>' };
  expect(describeChanges(before, after, reading)).toEqual([
    { field: 'Donation', before: 'A donation taken out of the books', after: 'Maria Lopez' },
    { field: 'Nomination', before: null, after: 'Maria Lopez' },
  ]);
  expect(auditReferences(before, after)).toEqual([
    { kind: 'donation', id: otherId },
    { kind: 'donation', id },
    { kind: 'nomination', id },
  ]);
});

test('a field without words is found', () => {
  expect(fieldsWithoutWords({ name: 'Food', sha256: 'ab', newThing: 1 })).toEqual(['newThing']);
  expect(fieldsWithoutWords(null)).toEqual([]);
});

test('an added field has no old value, a removed one no new value, and nothing is no change', () => {
  const change = (before: object | null, after: object | null) =>
    describeChanges(before as null, after as null, reading);
  expect(change(null, { name: 'Food' })).toEqual([{ field: 'Name', before: null, after: 'Food' }]);
  expect(change({ name: 'Food' }, null)).toEqual([{ field: 'Name', before: 'Food', after: null }]);
  expect(change({ goalCents: null }, { goalCents: 1 })).toEqual([
    { field: 'Goal', before: null, after: '$0.01' },
  ]);
  expect(change(null, { changed: [] })).toEqual([]);
  expect(change(null, null)).toEqual([]);
});
