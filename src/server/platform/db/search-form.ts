import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a column that was made with `search_form` contains a part of a text. Its index knows three letters in a row and
 * the beginnings of words, so of a shorter part, only words that begin with it are found: "li" finds Li, and not Alice.
 */
export function containsPart(
  column: string | RawBuilder<string>,
  part: string,
): RawBuilder<boolean> {
  const escaped = part.replace(/[\\%_]/g, '\\$&');
  const pattern = /[\p{L}\p{Nd}]{3}/u.test(part) ? `%${escaped}%` : `% ${escaped}%`;
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  return sql<boolean>`${searched} like search_form(${pattern})`;
}

/** Whether it contains each of several parts, in any order; true for none. */
export function containsParts(
  column: string | RawBuilder<string>,
  parts: readonly string[],
): RawBuilder<boolean> {
  const each = parts.map((part) => containsPart(column, part));
  return each.length === 0 ? sql`true` : sql<boolean>`(${sql.join(each, sql` and `)})`;
}
