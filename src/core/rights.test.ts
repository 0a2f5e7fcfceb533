import { expect, test } from 'vitest';
import { describeTogether } from '#core/rights.ts';

test('roles that add up say so, and which of them adds nothing', () => {
  expect(describeTogether([])).toBe('');
  expect(describeTogether(['owner'])).toBe('');
  expect(describeTogether(['treasurer', 'publisher'])).toBe('Publisher and Treasurer add up.');
  expect(describeTogether(['viewer', 'owner'])).toBe(
    'Viewer and Owner add up, and Viewer adds nothing.',
  );
  expect(describeTogether(['viewer', 'treasurer', 'owner'])).toBe(
    'Viewer, Treasurer and Owner add up, and Viewer and Treasurer add nothing.',
  );
});
