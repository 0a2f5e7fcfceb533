import { type RawBuilder, sql } from 'kysely';
import { nominationPath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { dataMap, type PersonScope, rowsOf, type TableRule } from '#server/privacy/data-map.ts';

/* Where texts mention somebody, and how they are blacked out in them. */

type Sql = RawBuilder<unknown>;

/** A column that may mention somebody, and what it says, or what is left of it, without these words. */
interface Place {
  column: Sql;
  without: (words: string[], rest?: Sql) => Sql;
}

/** The columns of a table that may mention somebody. */
function placesIn({ columns }: TableRule): Place[] {
  const withoutWords = (text: Sql, words: string[]) =>
    sql`without_words(${text}, ${words}::text[])`;
  return Object.entries(columns).flatMap(([name, rule]): Place[] => {
    const column = sql.id(name);
    const paths = rule.is === 'mentions' || ('mayMention' in rule && rule.mayMention);
    if (!paths) return [];
    if (paths === true)
      return [{ column, without: (words, rest = column) => withoutWords(rest, words) }];
    const without: Place['without'] = (words, rest = column) =>
      paths.reduce<Sql>((json, path) => {
        const text = withoutWords(sql`${rest} #> ${path}::text[]`, words);
        return sql`jsonb_set(${json}, ${path}::text[], coalesce(${text}, 'null'), false)`;
      }, rest);
    return [{ column, without }];
  });
}

/** Whether a row may have one of these words: asks quickly, and too much. */
function mayMention(places: Place[], words: string[]): Sql {
  const forms = words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]);
  const likes = forms.map((form) => `%${form.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const texts = places.map(({ column }) => column);
  return sql`lower(concat_ws(' ', ${sql.join(texts)})) like any(${likes}::text[])`;
}

/** Whether a row has one of these words, also without what is blacked out. */
function hasWords(places: Place[], words: string[], blackedOut: string[] = []): Sql {
  const differs = places.map(({ column, without }) => {
    const rest = blackedOut.length > 0 ? without(blackedOut) : column;
    return sql`${without(words, rest)} is distinct from ${rest}`;
  });
  return sql`(${sql.join(differs, sql` or `)})`;
}

/**
 * Blacks out words wherever somebody may have written them. Whoever sees to a public page is told that it says "[erased]"
 * now.
 */
export async function blackOut(
  trx: Trx,
  [table, rule]: [string, TableRule],
  words: string[],
): Promise<void> {
  const places = placesIn(rule);
  if (places.length === 0 || words.length === 0) return;
  const values = places.map(({ column, without }) => sql`${column} = ${without(words)}`);
  const shown = rule.isShown ? sql`case when ${rule.isShown} then nomination_id end` : sql`null`;
  const { rows } = await sql<{ shownOf: NominationId | null }>`
    update ${sql.table(table)} set ${sql.join(values)} where ${mayMention(places, words)} and ${hasWords(places, words)}
    returning ${shown} as shown_of`.execute(trx);
  for (const id of new Set(rows.flatMap(({ shownOf }) => shownOf ?? []))) {
    await showAlert(trx, {
      key: `erased-in-public:${id}`,
      title: 'A public page says “[erased]”',
      message:
        'Somebody was erased whose name or address stood in a public text about this nomination: on its page, in an update, or with a file. “[erased]” stands there now. Please reword it, and look whether a last name alone still stands there.',
      path: nominationPath(id),
    });
  }
}

/** Texts that mention somebody and are not in rows of theirs, which an erasure empties anyway. */
export interface Mentions {
  title: string;
  rows: number;
  /** How many of them are public. */
  shown: number;
}

/**
 * How many texts mention somebody, by what they are; and how many have a last name of theirs beside what is blacked out, so
 * that somebody has to look whose it is. Both with one look at each.
 */
export async function countMentions(
  db: Db,
  scope: PersonScope,
): Promise<{ mentions: Mentions[]; toLookAt: Mentions[] }> {
  const { words, lastNames } = scope;
  const either = [...words, ...lastNames];
  if (either.length === 0) return { mentions: [], toLookAt: [] };
  const each = Object.entries(dataMap).flatMap(([table, rule]) => {
    const places = placesIn(rule);
    if (places.length === 0) return [];
    const isEmptied =
      rule.rowsLeave || Object.values(rule.columns).some(({ is }) => is === 'replaced');
    const own = (isEmptied && rowsOf(rule, scope)) || sql`false`;
    return [
      sql`select ${rule.title}::text as title, is_to_look_at, count(*) as rows,
          count(*) filter (where is_shown) as shown
        from ${sql.table(table)}, lateral (values
          (${hasWords(places, words)}, false, ${rule.isShown ?? sql`false`}),
          (${hasWords(places, lastNames, words)}, true, ${rule.isShown ?? sql`false`})
        ) as found (is_found, is_to_look_at, is_shown)
        where ${mayMention(places, either)} and ${own} is not true and is_found
        group by is_to_look_at`,
    ];
  });
  const { rows } = await sql<
    Mentions & { isToLookAt: boolean }
  >`${sql.join(each, sql` union all `)}`.execute(db);
  const those = (wanted: boolean) =>
    rows
      .filter(({ isToLookAt }) => isToLookAt === wanted)
      .map(({ isToLookAt: _, ...mentions }) => mentions);
  return { mentions: those(false), toLookAt: those(true) };
}

/** Every address in a text that may mention somebody, in lower case. */
export function mentionedAddresses(): Sql[] {
  const address = "[[:alnum:]._%+'-]+@[[:alnum:]][[:alnum:].-]*[[:alnum:]]";
  return Object.entries(dataMap).flatMap(([table, rule]) =>
    placesIn(rule).map(
      // In JSON, a line break is two letters.
      ({ column }) => sql`select found[1] as email from ${sql.table(table)},
        regexp_matches(lower(regexp_replace(${column}::text, '\\[a-z"/\\]', ' ', 'g')), ${address}, 'g') as found`,
    ),
  );
}
