import { type RawBuilder, sql } from 'kysely';
import { nominationPath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { dataMap, type PersonScope, rowsOf, type TableRule } from '#server/privacy/data-map.ts';

/* Where texts mention somebody, and how they are blacked out in them. */

type Sql = RawBuilder<unknown>;

/** The columns of a table that may mention somebody, and what they say without these words. */
function placesIn({ columns }: TableRule, words: string[]): { column: Sql; without: Sql }[] {
  const without = (text: Sql) => sql`without_words(${text}, ${words}::text[])`;
  return Object.entries(columns).flatMap(([name, rule]) => {
    const column = sql.id(name);
    if (rule.is === 'mentions') return [{ column, without: without(column) }];
    if (!('mayMention' in rule && rule.mayMention)) return [];
    if (rule.mayMention === true) return [{ column, without: without(column) }];
    const blackened = rule.mayMention.reduce<Sql>((json, path) => {
      const text = without(sql`${column} #> ${path}::text[]`);
      return sql`jsonb_set(${json}, ${path}::text[], coalesce(${text}, 'null'), false)`;
    }, column);
    return [{ column, without: blackened }];
  });
}

/** Whether a row mentions somebody. The first half asks quickly, and too much. */
function isMentionedIn(places: { column: Sql; without: Sql }[], words: string[]): Sql {
  const forms = words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1)]);
  const likes = forms.map((form) => `%${form.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const texts = places.map(({ column }) => column);
  const differs = places.map(({ column, without }) => sql`${without} is distinct from ${column}`);
  return sql`(lower(concat_ws(' ', ${sql.join(texts)})) like any(${likes}::text[])
    and (${sql.join(differs, sql` or `)}))`;
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
  const places = placesIn(rule, words);
  if (places.length === 0 || words.length === 0) return;
  const values = places.map(({ column, without }) => sql`${column} = ${without}`);
  const shown = rule.isShown ? sql`case when ${rule.isShown} then nomination_id end` : sql`null`;
  const { rows } = await sql<{ shownOf: NominationId | null }>`
    update ${sql.table(table)} set ${sql.join(values)} where ${isMentionedIn(places, words)}
    returning ${shown} as shown_of`.execute(trx);
  for (const id of new Set(rows.flatMap(({ shownOf }) => shownOf ?? []))) {
    await showAlert(trx, {
      key: `erased-in-public:${id}`,
      title: 'A public page says “[erased]”',
      message:
        'Somebody was erased whose name or address stood in a public text about this nomination: on its page, in an update, or with a file. “[erased]” stands there now. Please reword it.',
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

/** How many texts mention somebody, by what they are. */
export async function countMentions(db: Db, scope: PersonScope): Promise<Mentions[]> {
  const { words } = scope;
  if (words.length === 0) return [];
  const each = Object.entries(dataMap).flatMap(([table, rule]) => {
    const places = placesIn(rule, words);
    if (places.length === 0) return [];
    const isEmptied =
      rule.rowsLeave || Object.values(rule.columns).some(({ is }) => is === 'replaced');
    const own = (isEmptied && rowsOf(rule, scope)) || sql`false`;
    return [
      sql`select ${rule.title}::text as title, count(*) as rows,
        count(*) filter (where ${rule.isShown ?? sql`false`}) as shown
        from ${sql.table(table)} where ${isMentionedIn(places, words)} and ${own} is not true`,
    ];
  });
  const { rows } =
    await sql<Mentions>`select * from (${sql.join(each, sql` union all `)}) as counted
    where rows > 0`.execute(db);
  return rows;
}

/** Every address in a text that may mention somebody, in lower case. */
export function mentionedAddresses(): Sql[] {
  const address = "[[:alnum:]._%+'-]+@[[:alnum:]][[:alnum:].-]*[[:alnum:]]";
  return Object.entries(dataMap).flatMap(([table, rule]) =>
    placesIn(rule, []).map(
      // In JSON, a line break is two letters.
      ({ column }) => sql`select found[1] as email from ${sql.table(table)},
        regexp_matches(lower(regexp_replace(${column}::text, '\\[a-z"/\\]', ' ', 'g')), ${address}, 'g') as found`,
    ),
  );
}
