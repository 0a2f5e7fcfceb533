import { describe, expect, test } from 'vitest';
import { describeOperations, operationsKinds } from '#core/ledger/operations-kinds.ts';

describe('what an entry of the operations book is, in words', () => {
  test.each([
    [-250, '', 'Fee of the bank'],
    [250, '', 'Fee of the bank came back'],
    // Somebody said why it was no fee: the bank paid nothing back.
    [250, 'It was rent', 'Fee of the bank undone'],
    [-250, 'It was a donation', 'Fee of the bank did not come back after all'],
  ])('%d of a bank with the reason %j is “%s”', (amount, reason, words) => {
    expect(describeOperations({ kind: 'bank_fee', amount, reason })).toBe(words);
  });

  test('a reason changes nothing else', () => {
    for (const kind of operationsKinds.filter((one) => one !== 'bank_fee')) {
      for (const amount of [1, -1]) {
        expect(describeOperations({ kind, amount, reason: 'Why' })).toBe(
          describeOperations({ kind, amount, reason: '' }),
        );
      }
    }
  });
});
