import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column that was made with `search_form` contains a part of a text. Its index knows three letters in a row and
 * the beginnings of words, so of a shorter part, only words that begin with it are found: "li" finds Li, and not Alice.
 */
export function containsPart(column: string, part: string): RawBuilder<boolean> {
  const escaped = part.replace(/[\\%_]/g, '\\$&');
  const pattern = [...part].length < 3 ? `% ${escaped}%` : `%${escaped}%`;
  return sql<boolean>`${sql.ref(column)} like search_form(${pattern})`;
}
