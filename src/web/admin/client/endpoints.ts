import { type EndpointsFor, endpoints as publicEndpoints } from '#web/client/endpoints.ts';

// Extracted from `src/contract` by the build: see `endpointTable` in vite.config.ts.
declare const __ADMINISTRATOR_ENDPOINTS__: EndpointsFor<'administrator'>;

/** Every endpoint of the API, by its name in the contract. */
export const endpoints: EndpointsFor<'public'> & EndpointsFor<'administrator'> = {
  ...publicEndpoints,
  ...__ADMINISTRATOR_ENDPOINTS__,
};
