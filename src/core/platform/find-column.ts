import { plainLetters } from '#core/platform/plain-letters.ts';

/* The column of a file that a title names. */

/**
 * The titles of a file as patterns for columns expect them: without accents, in lower case, and with blanks instead of
 * underscores. `plainTitles(['Émis_le'])` is `['emis le']`.
 */
export function plainTitles(titles: readonly string[]): string[] {
  return titles.map((title) => plainLetters(title.replaceAll('_', ' ')));
}

/**
 * The place of the column whose title fits best, from 0: the only one that fits the first of the patterns that any fits.
 * Null if none fits, or several do: somebody has to choose. `titles`: {@link plainTitles}; `taken`: columns that hold
 * something else.
 */
export function findColumn(
  titles: readonly string[],
  patterns: readonly RegExp[],
  taken: readonly (number | null)[] = [],
): number | null {
  for (const pattern of patterns) {
    const found = titles.flatMap((title, place) =>
      pattern.test(title) && !taken.includes(place) ? [place] : [],
    );
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** The currency that the title of a column names: `currencyInTitle('Amount (USD)')` is `"USD"`. Null if it names none. */
export function currencyInTitle(title: string): string | null {
  const [, ...codes] = /\(([A-Z]{3})\)|\bin ([A-Z]{3})$|[a-z] ([A-Z]{3})$/.exec(title.trim()) ?? [];
  const found = codes.find((code) => code !== undefined) ?? '';
  return currencies.has(found) ? found : null;
}
