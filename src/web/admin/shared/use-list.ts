import type { Endpoint, RequestOf } from '#contract/endpoint.ts';
import { periodOf } from '#web/admin/client/dates.ts';
import { usePages } from '#web/admin/client/use-endpoint.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import type { EndpointReference, FilterShape } from '#web/client/endpoints.ts';

export type ListEndpoint = Endpoint & { paged: true };
type QuerySent<E extends Endpoint> = RequestOf<E> extends { query: infer Query } ? Query : never;
/** What a list is filtered or ordered by. */
export type FilterKey<E extends Endpoint> = Exclude<
  keyof QuerySent<E> & string,
  'limit' | 'cursor' | 'firstFor'
>;
/** What a filter can be. */
export type ValueOf<E extends Endpoint, Name extends FilterKey<E>> = NonNullable<
  QuerySent<E>[Name]
> &
  string;
/** The filters of a list; undefined filters nothing. */
type Filters<E extends Endpoint> = { [Name in FilterKey<E>]?: string | undefined };

/** How an address writes a filter that it does not write as the call does. */
interface Written {
  read: (query: URLSearchParams) => string | undefined;
  write: (value: string | undefined) => Record<string, string | null>;
}

interface ListOptions<E extends Endpoint> {
  /** What is shown at first, if that is less than everything, or in another order. */
  initial?: Filters<E>;
  /** Filters that have another name in the address, or are written otherwise. */
  inAddress?: { [Name in FilterKey<E>]?: string | Written };
  /** What comes before all others. */
  firstFor?: string | null;
}

/** A list of the team, and its filters. */
export interface List<E extends ListEndpoint> extends ListFilter<E> {
  rows: ReturnType<typeof usePages<E>>;
}

/** The filters of a list, without the list itself. */
export interface ListFilter<E extends ListEndpoint> {
  to: EndpointReference<E>;
  /** The filters as the address has them: days, where the call takes moments. */
  values: Filters<E>;
  /** The filters as the call takes them, and an export of the same. */
  filter: Record<string, string | undefined>;
  set: (changes: Filters<E>) => void;
  /** The filters as the address has them: the parameters of a link to what the list shows. */
  address: Record<string, string>;
  /** Whether anything is filtered, except by this. */
  isFiltered: (except?: FilterKey<E>) => boolean;
  /** Removes all filters, except this one. */
  showAll: (except?: FilterKey<E>) => void;
}

/** A list, filtered by the address. */
export function useList<E extends ListEndpoint>(
  to: EndpointReference<E>,
  options: ListOptions<E> = {},
): List<E> {
  const list = useListFilter(to, options);
  const query = { ...list.filter, firstFor: options.firstFor ?? undefined };
  return { ...list, rows: usePages(to, { query } as unknown as RequestOf<E>) };
}

/**
 * The filters of a list: the parameters that its call in the contract declares, which are those of the address. The address
 * leaves out what is so at first, and says `all` for no filter where there is one at first. What cannot be is no filter.
 */
export function useListFilter<E extends ListEndpoint>(
  to: EndpointReference<E>,
  { initial = {}, inAddress = {} }: ListOptions<E> = {},
): ListFilter<E> {
  type Name = FilterKey<E>;
  const { query, set: setAddress } = useQueryState();
  const shapes = (to.filters ?? {}) as Record<Name, FilterShape>;
  const names = Object.keys(shapes) as Name[];
  const first = (name: Name) => initial[name] ?? shapes[name].initial;
  const written = (name: Name) =>
    (inAddress as Record<string, string | Written | undefined>)[name] ?? name;

  function read(name: Name): string | undefined {
    const way = written(name);
    if (typeof way === 'object') return way.read(query);
    const text = query.get(way) ?? '';
    if (text !== '' && canBe(text, shapes[name])) return text;
    return text === 'all' ? undefined : first(name);
  }
  function write(name: Name, value: string | undefined): Record<string, string | null> {
    const way = written(name);
    if (typeof way === 'object') return way.write(value);
    return { [way]: value === first(name) ? null : (value ?? 'all') };
  }

  const values = Object.fromEntries(names.map((name) => [name, read(name)])) as Filters<E>;
  const { from, to: until } = values as { from?: string; to?: string };
  const filter = { ...values, ...periodOf(from, until) };
  const set = (changes: Filters<E>) => {
    const changed = Object.keys(changes) as Name[];
    setAddress(Object.assign({}, ...changed.map((name) => write(name, changes[name]))));
  };
  const others = (except?: Name) => names.filter((name) => name !== 'order' && name !== except);
  return {
    to,
    values,
    filter,
    address: Object.fromEntries(
      names
        .flatMap((name) => Object.entries(write(name, values[name])))
        .filter((parameter): parameter is [string, string] => parameter[1] !== null),
    ),
    set,
    isFiltered: (except) =>
      others(except).some((name) => {
        const { values: all, several } = shapes[name];
        return values[name] !== undefined && !(several && values[name] === all?.join());
      }),
    showAll: (except) =>
      set(Object.fromEntries(others(except).map((name) => [name, undefined])) as Filters<E>),
  };
}

/** Whether the call would take this. */
function canBe(text: string, shape: FilterShape): boolean {
  const { values, several, format, maxLength = Infinity, minimum, maximum = Infinity } = shape;
  if (values) return (several ? text.split(',') : [text]).every((part) => values.includes(part));
  if (format === 'uuid') return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
  if (minimum !== undefined) return /^\d+$/.test(text) && +text >= minimum && +text <= maximum;
  return text.length <= maxLength;
}
