import type { SignedInAccess } from '#contract/endpoint.ts';
import { type EndpointsFor, endpoints as publicEndpoints } from '#web/client/endpoints.ts';

// Extracted from `src/contract` by the build: see `endpointTable` in vite.config.ts.
declare const __TEAM_ENDPOINTS__: EndpointsFor<SignedInAccess>;

/** Every endpoint of the API, by its name in the contract. */
export const endpoints: EndpointsFor<'public'> & EndpointsFor<SignedInAccess> = {
  ...publicEndpoints,
  ...__TEAM_ENDPOINTS__,
};
