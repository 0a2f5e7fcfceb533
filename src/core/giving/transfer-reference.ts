import { referenceCharacters } from '#core/vetting/nomination-reference.ts';

/*
 * How references of bank transfers are made, found in what a bank writes, and checked (decision 0048). EC-7F3K-2M8 has
 * two letters that begin all of them, six characters that are drawn, and one that tells whether the others were typed
 * right. Banks drop hyphens and put spaces anywhere.
 */

/** How many days an announced transfer that never came is kept. */
export const forgottenAfterDays = 180;

/** How many characters of a reference are drawn. */
export const drawnCharacters = 6;

const characters = `[${referenceCharacters}]{${drawnCharacters + 1}}`;
// A prime above the number of characters: then any one wrong character, and any two that changed places, give another sum.
const modulus = 17;

/**
 * The reference with these characters, six of {@link referenceCharacters}; null if they would need a seventh that there
 * is none of. `makeTransferReference("7F3K2M")` is `"EC-7F3K-2M8"`.
 */
export function makeTransferReference(drawn: string): string | null {
  const check = referenceCharacters[checkOf(drawn)];
  return check === undefined ? null : `EC-${drawn.slice(0, 4)}-${drawn.slice(4)}${check}`;
}

/** All references in a text, however it was split: `findTransferReferences("gift ec 7f3k 2m8")`. */
export function findTransferReferences(text: string): string[] {
  const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  // Looks ahead, so that a reference is found behind letters that look like the start of another one.
  const found = [...letters.matchAll(new RegExp(`EC(?=(${characters}))`, 'g'))].flatMap(
    ([, sevenCharacters = '']) => {
      const drawn = sevenCharacters.slice(0, drawnCharacters);
      const reference = makeTransferReference(drawn);
      return reference?.endsWith(sevenCharacters.slice(4)) ? [reference] : [];
    },
  );
  return [...new Set(found)];
}

/** A reference that somebody typed, as it is stored; null if it is none. */
export function readTransferReference(typed: string): string | null {
  const [reference, ...others] = findTransferReferences(typed);
  const length = typed.replace(/[^A-Za-z0-9]/g, '').length;
  return reference && others.length === 0 && length === drawnCharacters + 3 ? reference : null;
}

function checkOf(drawn: string): number {
  const sum = [...drawn].reduce(
    (total, character, place) => total + (place + 2) * referenceCharacters.indexOf(character),
    0,
  );
  // The check character has the weight 1, and the whole comes to zero.
  return (modulus - (sum % modulus)) % modulus;
}
