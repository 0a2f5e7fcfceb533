import type * as allocations from '#contract/allocations.ts';
import type * as auth from '#contract/auth.ts';
import type * as causes from '#contract/causes.ts';
import type * as contact from '#contract/contact.ts';
import type * as dashboard from '#contract/dashboard.ts';
import type * as donations from '#contract/donations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type * as nominations from '#contract/nominations.ts';
import type * as users from '#contract/users.ts';

/** Where a call goes, carrying the type of the contract's endpoint but none of its schemas. */
export type EndpointReference<E extends Endpoint> = Pick<E, 'method' | 'path'> & {
  /** Never there: it holds the type. */
  readonly '~endpoint'?: E;
};

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint
    ? Name
    : never]: Module[Name] extends Endpoint ? EndpointReference<Module[Name]> : never;
};

type EndpointTable = EndpointsOf<typeof allocations> &
  EndpointsOf<typeof auth> &
  EndpointsOf<typeof causes> &
  EndpointsOf<typeof contact> &
  EndpointsOf<typeof dashboard> &
  EndpointsOf<typeof donations> &
  EndpointsOf<typeof nominations> &
  EndpointsOf<typeof users>;

// Read out of `src/contract` while building: see `endpointTable` in vite.config.ts.
declare const __ENDPOINTS__: EndpointTable;

/** Every call of the API, by its name in the contract. */
export const endpoints: EndpointTable = __ENDPOINTS__;
