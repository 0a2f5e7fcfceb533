import { expect, test } from 'vitest';
import { hasSecret } from '#core/platform/secret-fields.ts';

test('a field with a secret is found by its whole name, wherever it is', () => {
  for (const secret of [{ password: 'x' }, [['POST', '/api/auth'], { body: { code: '123' } }]]) {
    expect(hasSecret(JSON.stringify(secret))).toBe(true);
  }
  for (const harmless of [
    { postcode: 'S19 2BD', giftAidPostcode: 'S19 2BD', passwordless: true },
    { note: 'code', text: '"password":' },
  ]) {
    expect(hasSecret(JSON.stringify(harmless))).toBe(false);
  }
});
