import { type RawBuilder, sql } from 'kysely';
import { nominationPath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import { showAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { dataMap, type PersonScope, rowsOf, type TableRule } from '#server/privacy/data-map.ts';
import { textsOf, wordsFor } from '#server/privacy/words.ts';

/* Where texts mention somebody, and how they are blacked out in them. */

type Sql = RawBuilder<unknown>;

/** Lets a transaction look for somebody in every text, however long that takes, as `withoutTimeLimit` does. */
export async function liftTimeLimit(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}

/** A column that may mention somebody, and what it says, or what is left of it, without these words. */
interface Place {
  name: string;
  column: Sql;
  without: (words: Sql, rest?: Sql) => Sql;
}

/** The columns of a table that may mention somebody. */
function placesIn({ columns }: TableRule): Place[] {
  const withoutWords = (text: Sql, words: Sql) => sql`without_words(${text}, ${words})`;
  return Object.entries(columns).flatMap(([name, rule]): Place[] => {
    const column = sql.id(name);
    const paths =
      rule.is === 'mentions' ? (rule.at ?? true) : 'mayMention' in rule && rule.mayMention;
    if (!paths) return [];
    if (paths === true)
      return [{ name, column, without: (words, rest = column) => withoutWords(rest, words) }];
    const without: Place['without'] = (words, rest = column) =>
      paths.reduce<Sql>((json, path) => {
        const text = withoutWords(sql`${rest} #> ${path}::text[]`, words);
        return sql`jsonb_set(${json}, ${path}::text[], coalesce(${text}, 'null'), false)`;
      }, rest);
    return [{ name, column, without }];
  });
}

/** Whether a row may have one of these words: asks quickly, and too much. */
function mayMention(places: Place[], words: string[]): Sql {
  const texts = places.map(({ column }) => column);
  return sql`may_mention(concat_ws(' ', ${sql.join(texts)}), ${words}::text[])`;
}

/** Whether a row has one of these words, also without what is blacked out. */
function hasWords(places: Place[], words: Sql, blackedOut?: Sql): Sql {
  const differs = places.map(({ column, without }) => {
    const rest = blackedOut ? without(blackedOut) : column;
    return sql`${without(words, rest)} is distinct from ${rest}`;
  });
  return sql`(${sql.join(differs, sql` or `)})`;
}

/** A row as a text, with the id of the nomination that it is about. */
function rowOf(table: string, { nomination }: TableRule): Sql {
  const row = sql`${sql.table(table)}::text`;
  return nomination ? sql`concat(${row}, ' ', ${nomination})` : row;
}

/** What a public row is told about under: the nomination that it is about, or the page where it is changed. */
function shownAs({ changedAt }: TableRule): Sql {
  return changedAt ? sql`${changedAt}::text` : sql`nomination_id::text`;
}

/**
 * Blacks out words wherever somebody may have written them. Whoever sees to a public page is told that it says "[erased]"
 * now. Unless a person has confirmed it, a name in a public text about others stays, because it may be of somebody else or
 * no name at all, and whoever sees to the page is asked to look.
 */
export async function blackOut(
  trx: Trx,
  [table, rule]: [string, TableRule],
  { words, nominations }: PersonScope,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  const places = placesIn(rule);
  if (places.length === 0 || words.length === 0) return;
  const row = rowOf(table, rule);
  const { isShown = sql`false` } = rule;
  const isOfOthers = rule.changedAt
    ? isShown
    : sql`(${isShown} and nomination_id <> all(${nominations}::uuid[]))`;
  const asks = rule.isShown !== undefined && !isConfirmed;
  const contacts = wordsFor(
    row,
    words.filter(({ isName }) => !isName),
  );
  const all = wordsFor(row, words);
  const counting = asks ? sql`case when ${isOfOthers} then ${contacts} else ${all} end` : all;
  const found = sql`${mayMention(places, textsOf(words))} and ${hasWords(places, counting)}`;
  const shown = rule.isShown ? sql`case when ${isShown} then ${shownAs(rule)} end` : sql`null`;
  const values = places.map(({ column, without, name }) =>
    rule.isAppendOnly
      ? sql`${name}::text, ${without(counting)}`
      : sql`${column} = ${without(counting)}`,
  );
  const changed = await (rule.isAppendOnly
    ? sql<{
        shown: string | null;
      }>`select ${shown} as shown, black_out_version(${table}::text, id, jsonb_build_object(${sql.join(values)}))
        from ${sql.table(table)} where ${found}`
    : sql<{
        shown: string | null;
      }>`update ${sql.table(table)} set ${sql.join(values)} where ${found} returning ${shown} as shown`
  ).execute(trx);
  await tellOf(trx, 'erased-in-public', changed.rows, {
    title: 'A public page says “[erased]”',
    message:
      'Somebody was erased whose name or address stood in a public text: on this page, in an update, or with a file. “[erased]” or “[…]” stands there now. Please reword it, and look whether a last name alone still stands there.',
  });
  if (!asks) return;
  const left = await sql<{
    shown: string;
  }>`select ${shownAs(rule)} as shown from ${sql.table(table)}
    where ${isOfOthers} and ${mayMention(places, textsOf(words))} and ${hasWords(places, all)}`.execute(
    trx,
  );
  await tellOf(trx, 'maybe-erased-in-public', left.rows, {
    title: 'A public page may name somebody who was erased',
    message:
      'Somebody was erased because of their age, or again after a restore, and a public text has the same name: on this page, in an update, or with a file. Please look whether it is about them, and take the name out if it is.',
  });
}

async function tellOf(
  trx: Trx,
  key: string,
  rows: { shown: string | null }[],
  alert: { title: string; message: string },
): Promise<void> {
  for (const shown of new Set(rows.flatMap((row) => row.shown ?? []))) {
    const path = shown.startsWith('/') ? shown : nominationPath(shown as NominationId);
    await showAlert(trx, { key: `${key}:${shown}`, path, ...alert });
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
  const either = [...textsOf(words), ...lastNames];
  if (either.length === 0) return { mentions: [], toLookAt: [] };
  const each = Object.entries(dataMap).flatMap(([table, rule]) => {
    const places = placesIn(rule);
    const blackedOut = wordsFor(rowOf(table, rule), words);
    if (places.length === 0) return [];
    const isEmptied =
      rule.rowsLeave || Object.values(rule.columns).some(({ is }) => is === 'replaced');
    const own = (isEmptied && rowsOf(rule, scope)) || sql`false`;
    return [
      sql`select ${rule.title}::text as title, is_to_look_at, count(*) as rows,
          count(*) filter (where is_shown) as shown
        from ${sql.table(table)}, lateral (values
          (${hasWords(places, blackedOut)}, false, ${rule.isShown ?? sql`false`}),
          (${hasWords(places, sql`${lastNames}::text[]`, blackedOut)}, true, ${rule.isShown ?? sql`false`})
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
