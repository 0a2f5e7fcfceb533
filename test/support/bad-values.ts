const long = 'x'.repeat(60_000);
/** Invalid in every field. */
export const neverRight: unknown[] = [
  ...[null, [], {}, ['x'], { a: 1 }, { $ne: null }, { toString: 'x' }],
  ...[0, -1, 0.5, 2 ** 53, 1e21, -1e21],
  ...['\u0000', 'a\u0000b', 'a\u0007b', '\ud800', 'a\udfffb', long],
];
/** Valid in some fields and invalid in others. */
export const sometimesRight = [
  '',
  '   ',
  '\t',
  'a\nb',
  'a\u2028b',
  '100',
  '-1',
  'null',
  '__proto__',
  'constructor',
  true,
];
/** Years that nobody means: PostgreSQL has no year 0, and JavaScript reads the first hundred as those since 1900. */
export const otherYears = ['0000', '0001', '0026', '0099', '1066', '1899', '3000', '9999'];
