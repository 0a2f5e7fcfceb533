import { expect, test } from 'vitest';
import { describeTogether } from '#core/people/rights.ts';

test('several roles say what they are together, and which of them adds nothing', () => {
  expect(describeTogether([])).toBe('');
  expect(describeTogether(['owner'])).toBe('');
  expect(describeTogether(['treasurer', 'publisher'])).toBe(
    'Together, Publisher and Treasurer allow everything that any of them allows.',
  );
  expect(describeTogether(['viewer', 'owner'])).toBe('Viewer adds nothing to Owner.');
  expect(describeTogether(['viewer', 'treasurer', 'owner'])).toBe(
    'Viewer and Treasurer add nothing to Owner.',
  );
});
