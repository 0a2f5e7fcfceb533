import { fc } from '#test/support/seed.ts';

/** One change as it happens to files: a piece is lost, comes twice, or stands somewhere else. */
export const aChange = fc.record({
  kind: fc.constantFrom('drop', 'double', 'move'),
  piece: fc.constantFrom('line', 'tag', 'byte'),
  place: fc.nat(2_000),
  to: fc.nat(2_000),
});
type Change = typeof aChange extends fc.Arbitrary<infer Value> ? Value : never;

/** The text after the change. */
export function changedBy(text: string, { kind, piece, place, to }: Change): string {
  const pieces = text.split({ line: /(?<=\n)/, tag: /(?=<)/, byte: '' }[piece]);
  const at = place % pieces.length;
  const [one = ''] = kind === 'double' ? [pieces[at]] : pieces.splice(at, 1);
  if (kind !== 'drop') pieces.splice(to % (pieces.length + 1), 0, one);
  return pieces.join('');
}
