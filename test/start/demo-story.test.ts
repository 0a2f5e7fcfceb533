import { expect, test } from 'vitest';
import { setBookCurrency } from '#core/platform/money.ts';
import { inBookCurrency } from '../../scripts/demo/amounts.ts';
import { nominations } from '../../scripts/demo/nominations.ts';
import { proofs } from '../../scripts/demo/proofs.ts';
import { updates } from '../../scripts/demo/updates.ts';
import { checkedBefore } from '../../scripts/demo/vetting.ts';

test.each(['USD', 'JPY', 'KWD'])('the story of the demo can be told in %s', (currency) => {
  setBookCurrency(currency);
  try {
    const told = JSON.stringify(inBookCurrency([nominations, proofs, updates, checkedBefore]));
    expect(/\$\d/.test(told)).toBe(currency === 'USD');
  } finally {
    setBookCurrency('USD');
  }
});
