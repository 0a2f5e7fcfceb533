import { describe, expect, test } from 'vitest';
import { safeRedirectPath } from '#core/platform/safe-redirect.ts';
import { recordFigures } from '#test/support/figures.ts';
import { fc } from '#test/support/seed.ts';

const ownSite = 'https://charity.example';

/** Where a browser on our sign-in page would go. */
function destinationOf(path: string | null | undefined): URL {
  return new URL(safeRedirectPath(path), `${ownSite}/auth/login`);
}

describe('after signing in', () => {
  test.each([
    '/',
    '/admin',
    '/admin/donations?nominationId=0199&id=%20#top',
    '/admin/nominations?nominee=Maria Lopez&status=pending',
    '/admin/nominations?nominee=M%C3%BCller&next=https://elsewhere.example//x',
  ])('%s on our own site is kept', (path) => {
    expect(safeRedirectPath(path)).toBe(path);
  });

  test.each([null, undefined, ''])('%s leads to the home page', (path) => {
    expect(safeRedirectPath(path)).toBe('/');
  });

  test.each([
    'https://evil.example',
    'HTTPS://evil.example',
    'http:evil.example',
    'https:/evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/..',
    '/\\evil.example',
    '/\\/evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' https://evil.example',
    '/ /evil.example',
    '/\u0000/evil.example',
    '/\u007f/evil.example',
    'evil.example',
    '@evil.example',
    '.evil.example',
    ':80',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'java\nscript:alert(1)',
    '?redirectTo=//evil.example',
    '#//evil.example',
    // A router that normalizes these would be left with "//evil.example".
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/admin/..//evil.example',
    '/admin//../..//evil.example',
  ])('the trick %j leads to the home page', (path) => {
    recordFigures('A27', {
      tricks: 1,
      'led elsewhere': Number(destinationOf(path).origin !== ownSite),
    });
    expect(safeRedirectPath(path)).toBe('/');
  });

  test('no text leads to another site', () => {
    const pieces = ['/', '\\', '.', '..', ':', '@', '?', '#', '%2f', '%5c', '\t', '\n', ' '];
    const words = ['evil.example', 'https:', 'javascript:', 'admin', 'a'];
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...pieces, ...words), { maxLength: 8 })
        .map((parts) => parts.join('')),
      fc.webUrl(),
    );
    let [texts, elsewhere] = [0, 0];
    const outcome = fc.check(
      fc.property(anything, (path) => {
        const { origin, pathname } = destinationOf(path);
        texts++;
        elsewhere += Number(origin !== ownSite);
        expect(origin).toBe(ownSite);
        // Parsed once more by a router, a path like this would name another host.
        expect(pathname).not.toMatch(/^\/\//);
      }),
      { numRuns: 3_000 },
    );
    recordFigures('A27', { 'texts at random': texts, 'led elsewhere': elsewhere });
    expect(fc.defaultReportMessage(outcome)).toBeUndefined();
  });
});
