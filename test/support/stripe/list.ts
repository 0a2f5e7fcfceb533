import type { Params } from '#test/support/stripe/form.ts';
import { paramsOf, textOf } from '#test/support/stripe/form.ts';
import { Refusal } from '#test/support/stripe/refusal.ts';

/** Newest first, a page at a time, within a time, and only those whose field has the value asked for. */
export function page<T extends { id: string; created: number }>(
  objects: T[],
  query: Params,
  { deal, filters = [] }: { deal: (object: T) => object | null; filters?: string[] },
): object {
  const limit = Number(textOf(query, 'limit') ?? 10);
  if (limit < 1 || limit > 100) throw new Refusal('limit must be between 1 and 100');
  const all = objects.filter((object) => isWithin(object.created, query)).reverse();
  const named = all.filter((object) =>
    filters.every((name) => {
      const wanted = textOf(query, name);
      const value = (object as Record<string, unknown>)[name];
      const has = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
      return wanted === undefined || has === wanted;
    }),
  );
  const after = textOf(query, 'starting_after');
  const start = after ? named.findIndex(({ id }) => id === after) + 1 : 0;
  const data = named.slice(start, start + limit);
  const has_more = start + data.length < named.length;
  return { object: 'list', data: data.map(deal).filter(Boolean), has_more, url: '/v1/list' };
}

function isWithin(created: number, query: Params): boolean {
  const exact = textOf(query, 'created');
  const range = paramsOf(query, 'created');
  const bound = (name: string, otherwise: number) => Number(textOf(range, name) ?? otherwise);
  return (
    (exact === undefined || created === Number(exact)) &&
    created >= bound('gte', Number.NEGATIVE_INFINITY) &&
    created > bound('gt', Number.NEGATIVE_INFINITY) &&
    created <= bound('lte', Number.POSITIVE_INFINITY) &&
    created < bound('lt', Number.POSITIVE_INFINITY)
  );
}
