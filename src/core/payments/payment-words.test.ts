import { expect, test } from 'vitest';
import { saysCompleted, saysDonated } from '#core/payments/payment-words.ts';

test.each([
  ['Abgeschlossen', true],
  ['Effectué', true],
  ['Umsatz vorgemerkt', false],
  ['En attente', false],
  ['Spendenzahlung', null],
])('%s says of a line of the bank that it is booked: %s', (word, said) => {
  expect(saysCompleted(word)).toBe(said);
});

test.each([
  ['Complete', true],
  ['Abgeschlossen', true],
  ['capture_succeeded', true],
  ['Partially Refunded', true],
  ['Teilweise zurückgezahlt', true],
  ['charge', true],
  ['available', true],
  ['Refunded', false],
  ['Remboursé', false],
  ['payout', false],
  ['requires_payment_method', false],
  ['Ausstehend', false],
  ['Cash', null],
  ['', null],
  // A transfer is a donation to some, and to others what leaves.
  ['Transfer', null],
])('%s says of a line of a file that it is a donation: %s', (word, said) => {
  expect(saysDonated(word)).toBe(said);
});
