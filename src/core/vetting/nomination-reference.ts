/* How the reference of a nomination is written, and read when somebody typed it. */

/** The characters of a reference: no two of them look or sound alike. Migration 0036 draws from the same. */
export const referenceCharacters = '2346789FHKMRTWXY';

const shape = new RegExp(`^([${referenceCharacters}]{3})([${referenceCharacters}]{3})$`);

/**
 * A reference that somebody typed or heard, as it is stored: `readReference("k7m 4rx")` is `"K7M-4RX"`; null if it is
 * none.
 */
export function readReference(typed: string): string | null {
  const [, first, second] = shape.exec(typed.replace(/[\s-]/g, '').toUpperCase()) ?? [];
  return first === undefined ? null : `${first}-${second}`;
}
