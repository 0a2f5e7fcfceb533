import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allEndpoints, domainOf } from '#test/support/endpoints.ts';

test('every endpoint is tried with bad input, by the file of its domain', () => {
  const domains = new Set(Object.values(allEndpoints).map(domainOf));
  expect(domains.size).toBeGreaterThan(1);
  for (const domain of domains) {
    const file = readFileSync(`test/${domain}/bad-input.test.ts`, 'utf8');
    expect(file).toContain(`\ntestBadInput('${domain}');\n`);
  }
});
