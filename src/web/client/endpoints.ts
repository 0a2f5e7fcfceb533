import type { Access, Endpoint } from '#contract/endpoint.ts';
import type * as contract from '#contract/index.ts';

/* What anyone may call, by its name in the contract. */
/** What a parameter that filters or orders a list can be, as its schema in the contract says. */
export interface FilterShape {
  /** All that it can be, if it is chosen; `several` of these at once are separated by commas. */
  values?: string[] | undefined;
  several?: boolean | undefined;
  /** What it is for a call that does not say it. */
  initial?: string | undefined;
  /** `uuid` for an id, `date-time` for a moment. */
  format?: string | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
}

/** The method and path of a call. Carries the type of the contract's endpoint, but none of its schemas. */
export type EndpointReference<E extends Endpoint> = Pick<E, 'method' | 'path'> & {
  /** Only of lists of the team. */
  filters?: Record<string, FilterShape>;
  /** Only of calls of the team: how long each text of the body can be, without places in lists, as `lines.note`. */
  limits?: Record<string, number>;
  /** Never set: it only carries the type. */
  readonly '~endpoint'?: E;
};

type Contract = typeof contract;

type IsCallableBy<E, A extends Access> = E extends Endpoint & { access: A } ? true : false;

/** The endpoints that need this access, by their names in the contract. */
export type EndpointsFor<A extends Access> = {
  [Name in keyof Contract as IsCallableBy<Contract[Name], A> extends true
    ? Name
    : never]: Contract[Name] extends Endpoint ? EndpointReference<Contract[Name]> : never;
};

// Extracted from `src/contract` by the build: see `endpointTable` in vite.config.ts.
declare const __PUBLIC_ENDPOINTS__: EndpointsFor<'public'>;

/** What anyone may call. The rest is in `src/web/admin/client/endpoints.ts`, so that visitors do not load it. */
export const endpoints: EndpointsFor<'public'> = __PUBLIC_ENDPOINTS__;
