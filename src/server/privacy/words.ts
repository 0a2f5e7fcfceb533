import { type RawBuilder, sql } from 'kysely';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';

/* What is blacked out, and where. */

/** A name, an address, or a phone number. */
export interface Word {
  text: string;
  /** Others may have the same name, and anything can be typed as one. */
  isName: boolean;
  /** Ids, or addresses: it counts only in rows in which one of them stands, in lower case. */
  within?: string[];
  /** Ids: it does not count in rows in which one of them stands. */
  except?: string[];
}

/** As they are, and as the HTML of a mail has them. Longest first: one may contain another one. */
function inEveryForm(words: Word[]): Word[] {
  const inHtml = words.map((word) => ({
    ...word,
    text: escapeHtml(word.text.replaceAll(/[’ʼ]/g, "'")),
  }));
  const others = inHtml.filter(({ text }, place) => text !== words[place]?.text);
  return [...words, ...others].sort((one, other) => other.text.length - one.text.length);
}

/** All of them, wherever they count. */
export function textsOf(words: Word[]): string[] {
  return inEveryForm(words).map(({ text }) => text);
}

/** As the database reads them. */
export function asJson(words: Word[]): string {
  return JSON.stringify(inEveryForm(words));
}

/** Those that count in a row, of which this is the text. */
export function wordsFor(row: RawBuilder<unknown>, words: Word[]): RawBuilder<unknown> {
  return words.some(({ within, except }) => within ?? except)
    ? sql`words_for(${row}, ${asJson(words)}::jsonb)`
    : sql`${textsOf(words)}::text[]`;
}

/** The names that are blacked out in texts about others. */
export function namesIn(words: Word[]): string[] {
  return words.filter(({ isName, within }) => isName && !within).map(({ text }) => text);
}

/** The same, with some names only where something says that it is about the person. */
export function keeping(words: Word[], names: string[], ids: string[]): Word[] {
  return words.map((word) => (names.includes(word.text) ? onlyWithin(word, ids) : word));
}

/** A word that counts where one of these stands, and nowhere else. */
export function onlyWithin(word: Word, ids: string[]): Word {
  return word.within ? word : { text: word.text, isName: word.isName, within: ids };
}

/** The addresses among them. */
export function addressesIn(words: Word[]): string[] {
  return words.filter(({ isName, text }) => !isName && text.includes('@')).map(({ text }) => text);
}
