import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { donationInput } from '#contract/giving/donations.ts';
import { forgotPassword, login, newPassword, newPasswordForm } from '#contract/people/sign-in.ts';
import { userInput } from '#contract/people/users.ts';
import { contactInput } from '#contract/publishing/contact.ts';
import { allocationInput } from '#contract/spending/allocations.ts';
import { causeInput } from '#contract/vetting/causes.ts';
import { nominationInput, nominationStatusInput } from '#contract/vetting/nominations.ts';

// Specification, section 5: the fields of each form, and the messages about them.

const someId = '0199a2b4-c0de-7000-8000-00000000cafe';
const contact = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  phone: '555-0100',
  zip: '10001',
};
const passwordMessage =
  'Must be at least 8 characters and include 1 lowercase letter, 1 uppercase letter, and 1 number';

/** The first message about each field, as a form shows it. */
function messages(form: z.ZodType, values: object): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { path, message } of form.safeParse(values).error?.issues ?? []) {
    found[path.join('.')] ??= message;
  }
  return found;
}

function allRequired(fields: object): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, 'Required']));
}

const forms = [
  { name: 'cause', form: causeInput, required: { name: 'Food' }, optional: {} },
  {
    name: 'user',
    form: userInput,
    required: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' },
    optional: {},
  },
  {
    name: 'nomination',
    form: nominationInput,
    required: { nominee: 'Maria', causeId: someId, description: 'Her heating broke.', ...contact },
    optional: {},
  },
  {
    name: 'donation',
    form: donationInput,
    required: { amount: 100, causeId: someId, ...contact },
    optional: { description: '', isAvailableToVolunteerTime: false },
  },
  {
    name: 'allocation',
    form: allocationInput,
    required: { amount: 1, donationId: someId, nominationId: someId },
    optional: {},
  },
  {
    name: 'contact',
    form: contactInput,
    required: { email: 'grace@example.com', message: 'Hello' },
    optional: {},
  },
  {
    name: 'login',
    form: login.body,
    required: { email: 'grace@example.com', password: 'x' },
    optional: {},
  },
  {
    name: 'forgot password',
    form: forgotPassword.body,
    required: { email: 'grace@example.com' },
    optional: {},
  },
];

describe.each(forms)('the $name form', ({ form, required, optional }) => {
  test('shows "Required" under each missing field', () => {
    expect(messages(form, {})).toEqual(allRequired(required));
  });

  test('is valid without the optional fields, and with all of them', () => {
    expect(messages(form, required)).toEqual({});
    expect(form.parse(required)).toMatchObject({ ...required, ...optional });
  });

  test('drops unknown fields', () => {
    const more = { amountCents: 1, isAccepted: true, role: 'owner', id: someId };
    expect(form.parse({ ...required, ...more })).toEqual(form.parse(required));
  });
});

describe.each(forms.filter(({ name }) => name !== 'login'))('the $name form', (form) => {
  test('shows "Required" under each empty text field', () => {
    const texts = Object.fromEntries(
      Object.entries(form.required).filter(([, value]) => typeof value === 'string'),
    );
    const empty = Object.fromEntries(Object.keys(texts).map((name) => [name, '']));
    expect(messages(form.form, { ...form.required, ...empty })).toEqual(allRequired(texts));
  });

  test('shows "Invalid email" under an invalid address', () => {
    if (!('email' in form.required)) return;
    expect(messages(form.form, { ...form.required, email: 'grace@' })).toEqual({
      email: 'Invalid email',
    });
  });
});

describe('phone and zip', () => {
  test.each(['+49 (0)30 12-34', 'ask my neighbor', 'SW1A 1AA'])('%j: no format rule', (value) => {
    const nomination = { ...forms[2]?.required, phone: value, zip: value };
    expect(messages(nominationInput, nomination)).toEqual({});
  });
});

describe('the reset password form', () => {
  test.each([
    ['', 'Required'],
    ['Abcdef1', passwordMessage],
    ['abcdefg1', passwordMessage],
    ['ABCDEFG1', passwordMessage],
    ['Abcdefgh', passwordMessage],
    [`Aa1${'x'.repeat(998)}`, 'At most 1000 characters'],
  ])('%j: %s', (password, message) => {
    const { password: shown } = messages(newPasswordForm, { password, confirmPassword: password });
    expect(shown).toBe(message);
    expect(newPassword.safeParse(password).success).toBe(false);
  });

  test.each(['Abcdefg1', `Aa1${'x'.repeat(198)}`, `Aa1${'x'.repeat(997)}`])(
    'accepts a good password typed twice',
    (password) => {
      expect(messages(newPasswordForm, { password, confirmPassword: password })).toEqual({});
    },
  );

  test('shows "Passwords must match" even while the password breaks the rule', () => {
    expect(
      messages(newPasswordForm, { password: 'Abcdefg1', confirmPassword: 'Abcdefg2' }),
    ).toEqual({ confirmPassword: 'Passwords must match' });
    expect(messages(newPasswordForm, { password: 'short', confirmPassword: 'other' })).toEqual({
      password: passwordMessage,
      confirmPassword: 'Passwords must match',
    });
    expect(messages(newPasswordForm, { confirmPassword: 'other' })).toEqual({
      password: 'Required',
      confirmPassword: 'Passwords must match',
    });
  });
});

describe('a status change', () => {
  const nothingWritten = { reason: null, note: '', letter: null };

  test.each([
    [{ isAccepted: true, isRejected: false }, 'accept'],
    [{ isRejected: true, isAccepted: false }, 'reject'],
    [{ isCompleted: true }, 'complete'],
  ])('%j means %s', (body, action) => {
    expect(nominationStatusInput.parse(body)).toEqual({ action, ...nothingWritten });
  });

  test('accepting may set a goal', () => {
    expect(nominationStatusInput.parse({ isAccepted: true, goalAmount: 50_000 })).toEqual({
      action: 'accept',
      goalAmount: 50_000,
      ...nothingWritten,
    });
  });

  test.each([
    {},
    { isRejected: true, goalAmount: 50_000 },
    { isCompleted: true, goalAmount: 50_000 },
    { isAccepted: true, goalAmount: 0 },
    { isAccepted: false, isRejected: false },
    { isAccepted: true, isRejected: true },
    { isCompleted: false },
    { isCompleted: true, isAccepted: true },
    { isAccepted: 'true' },
  ])('%j is rejected', (body) => {
    expect(nominationStatusInput.safeParse(body).success).toBe(false);
  });
});
