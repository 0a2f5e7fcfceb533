import { expect, test } from 'vitest';
import { currencies } from '#core/platform/currencies.ts';

test('each of them has a name, and stands there once', () => {
  const names = new Intl.DisplayNames('en-US', { type: 'currency', fallback: 'none' });
  expect(currencies.filter((code) => names.of(code) === undefined)).toEqual([]);
  expect([...new Set(currencies)].sort()).toEqual(currencies);
  // Four decimals, or nothing that anybody pays with.
  for (const code of ['CLF', 'UYW', 'XAU', 'XXX', 'XTS', 'DEM']) {
    expect(currencies).not.toContain(code);
  }
});
