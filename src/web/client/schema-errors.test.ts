import { expect, test } from 'vitest';
import { saveDeposit } from '#contract/giving/deposits.ts';
import { atFields, schemaErrors } from '#web/client/schema-errors.ts';

const line = {
  kind: 'check',
  amount: 0,
  receivedOn: '2026-01-05',
  checkNumber: '',
  causeId: '',
  firstName: '',
  lastName: '',
  email: 'nobody',
  note: '',
};

test('what is wrong in a list is said by its place and its name, and what is empty is missing', async () => {
  const body = {
    title: '',
    revision: 1,
    expectedCount: 1,
    expectedAmount: 1,
    depositLines: [line],
  };
  const typed = { title: '', depositLines: [{ ...line, amount: '' }] };
  expect(await schemaErrors(saveDeposit.body, body, typed)).toEqual({
    title: 'Required',
    'depositLines.0.amount': 'Required',
    'depositLines.0.causeId': 'Required',
    'depositLines.0.email': 'Invalid email',
  });
});

test('one field that stands for several parts has what is wrong with each', async () => {
  const body = { depositLines: [line] };
  const errors = await schemaErrors(saveDeposit.body, body, { depositLines: 'typed as text' });
  expect(errors['depositLines.0.email']).toBe('Invalid email');
  expect(atFields(errors, new Set(['depositLines', 'title']))).toMatchObject({
    title: 'Required',
    depositLines: errors[Object.keys(errors).find((path) => path.startsWith('depositLines')) ?? ''],
  });
  expect(Object.keys(atFields(errors, new Set(['depositLines.0.email'])))).toContain(
    'depositLines.0.email',
  );
});

test('what is said of a field as a whole goes before what is said of a part of it', () => {
  const errors = {
    'amounts.1': 'Must be more than zero',
    amounts: 'Enter amounts',
    other: 'Required',
  };
  expect(atFields(errors, new Set(['amounts', 'other']))).toEqual({
    amounts: 'Enter amounts',
    other: 'Required',
  });
});
