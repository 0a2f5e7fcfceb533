import { type DonorSearch, readDonorSearch } from '#core/donors/donor-search.ts';

/* What a text in the search of the whole admin area is about. */

/** The longest text that is looked for. */
export const longestSearch = 200;
/** Further words are left out: nobody needs more, and each costs. */
const mostWords = 6;

/** What somebody looks for in everything at once. */
export interface SearchText {
  /** All of the words in one line. */
  text: string;
  words: string[];
  /** An amount in cents, which is part of nobody's name; null if it is none. */
  cents: number | null;
  /** What else it is about, as the list of donors reads it. */
  wanted: DonorSearch;
}

/**
 * Reads a typed text: `readSearch("$50")` is about an amount, and `"Ann Lee"` about two words. Null for a text that is too
 * short to look for: a single letter, or only signs.
 */
export function readSearch(typed: string): SearchText | null {
  const words = wordsOf(typed);
  const text = words.join(' ');
  if ([...text].length < 2 && !/^\d$/.test(text)) return null;
  const wanted = readDonorSearch(text);
  return {
    text,
    words,
    cents: wanted.kind === 'amount' ? wanted.cents : null,
    wanted,
  };
}

/**
 * Without signs that stand alone, which no index knows, and without parts of other words, which say nothing more but make a
 * text look rare: "gmail" beside "gmail.com".
 */
function wordsOf(typed: string): string[] {
  const words = typed.split(/\s+/).filter((word) => /[\p{L}\p{Nd}]/u.test(word));
  const isPart = (word: string, place: number) =>
    words.some(
      (other, at) => at !== place && other.includes(word) && (other !== word || at < place),
    );
  return words.filter((word, place) => !isPart(word, place)).slice(0, mostWords);
}
