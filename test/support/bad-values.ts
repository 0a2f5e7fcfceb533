const long = 'x'.repeat(60_000);
/** Wrong in every field there is. */
export const neverRight: unknown[] = [
  ...[null, [], {}, ['x'], { a: 1 }, { $ne: null }, { toString: 'x' }],
  ...[0, -1, 0.5, 2 ** 53, 1e21, -1e21],
  ...['\u0000', 'a\u0000b', 'a\u0007b', '\ud800', 'a\udfffb', long],
];
/** Right in some fields and wrong in others. */
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
