import { expect, test } from 'vitest';
import { secretFields } from '#core/platform/secret-fields.ts';
import { allEndpoints, fieldsOf } from '#test/support/endpoints.ts';

test('each field of the contract that may be a secret is known as one, or is known as none', () => {
  const harmless = ['giftAidPostcode', 'postcode'];
  const doubtful = Object.values(allEndpoints)
    .flatMap(({ body }) => fieldsOf(body))
    .filter((name) => /passw|passkey|code|secret|token/i.test(name));
  expect(doubtful.length).toBeGreaterThan(secretFields.size);
  expect(doubtful.filter((name) => !secretFields.has(name) && !harmless.includes(name))).toEqual(
    [],
  );
});
