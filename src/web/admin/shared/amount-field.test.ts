import { expect, test } from 'vitest';
import { countedErrors } from '#web/admin/giving/deposits/counted-fields.tsx';
import { lineErrors } from '#web/admin/giving/deposits/line-fields.tsx';
import { amountErrors } from '#web/admin/shared/amount-field.tsx';
import { goalErrors } from '#web/admin/vetting/nominations/goal-field.tsx';

const question = 'Do you mean $1,500.00 or $1.50?';

test('every field of the team asks about an amount that has two meanings, and takes one that has one', () => {
  expect(amountErrors('1,500')).toEqual({ amount: question });
  expect(goalErrors('1,500')).toEqual({ goalAmount: question });
  expect(countedErrors('1,500')).toEqual({ expectedAmount: question });
  const line = { amount: '1,500', receivedOn: '2026-01-15', causeId: 'a cause', email: '' };
  expect(lineErrors([line as Parameters<typeof lineErrors>[0][number]])).toEqual({
    'depositLines.0.amount': question,
  });
  for (const clear of ['1500', '1,500.00', '1.500,00', '1500,5', '$1,500.00']) {
    expect(amountErrors(clear)).toEqual({});
    expect(goalErrors(clear)).toEqual({});
    expect(countedErrors(clear)).toEqual({});
  }
});
