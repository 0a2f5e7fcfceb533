import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Endpoint, FilterOf } from '#contract/endpoint.ts';
import { day } from '#contract/fields.ts';
import { nominationId } from '#contract/ids.ts';
import type { FilterName } from '#core/exports/export-lists.ts';

/* First and last days as filters. */

/** A list of the contract whose filters all have words. */
type Filterable<E extends Endpoint> = E & {
  query: z.ZodObject;
} & (keyof FilterOf<E> extends FilterName
    ? unknown
    : {
        'filterNames of src/core/exports/export-lists.ts lacks': Exclude<
          keyof FilterOf<E>,
          FilterName
        >;
      });

/** The filter of a list as its call in the contract declares it. The order is taken, too, though files have their own. */
export function filterOf<E extends Endpoint>({ query }: Filterable<E>): z.ZodType<FilterOf<E>> {
  const { limit: _, cursor: __, firstFor: ___, ...filters } = query.shape;
  return z.strictObject(filters) as unknown as z.ZodType<FilterOf<E>>;
}

/** The filter of a list that only exports have: the first and the last day. */
export const period = z.strictObject({ from: day.optional(), to: day.optional() });
export type Period = z.infer<typeof period>;

/** The same, and a nomination. */
export const periodOfNomination = period.extend({ nominationId: nominationId.optional() });

/** A moment that a period contains, as a condition. A day begins at midnight in the time zone of the charity. */
export function momentIn(
  column: string,
  { from, to }: Period,
  timeZone: string,
): RawBuilder<boolean> {
  const start = (date: RawBuilder<unknown>) => sql`(${date})::timestamp at time zone ${timeZone}`;
  const moment = sql.ref(column);
  const since = from === undefined ? sql`true` : sql`${moment} >= ${start(sql`${from}::date`)}`;
  const until = to === undefined ? sql`true` : sql`${moment} < ${start(sql`${to}::date + 1`)}`;
  return sql<boolean>`(${since} and ${until})`;
}

/** A day that a period contains, as a condition: the same in every time zone. */
export function dayIn(column: string, { from, to }: Period): RawBuilder<boolean> {
  const since = from === undefined ? sql`true` : sql`${sql.ref(column)} >= ${from}::date`;
  const until = to === undefined ? sql`true` : sql`${sql.ref(column)} <= ${to}::date`;
  return sql<boolean>`(${since} and ${until})`;
}

/** Whether a column has the value that a filter asks for, if it asks for one, as a condition. */
export function hasValue(column: string, value: string | undefined): RawBuilder<boolean> {
  return value === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${value}`;
}

/** The day of a moment in the time zone of the charity, as ISO text. */
export function dayOf(column: string, timeZone: string): RawBuilder<string> {
  return sql<string>`(${sql.ref(column)} at time zone ${timeZone})::date`;
}
