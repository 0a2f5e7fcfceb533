import type * as account from '#contract/account.ts';
import type * as alerts from '#contract/alerts.ts';
import type * as allocations from '#contract/allocations.ts';
import type * as audit from '#contract/audit.ts';
import type * as auth from '#contract/auth.ts';
import type * as causes from '#contract/causes.ts';
import type * as contact from '#contract/contact.ts';
import type * as dashboard from '#contract/dashboard.ts';
import type * as donations from '#contract/donations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type * as files from '#contract/files.ts';
import type * as gifts from '#contract/gifts.ts';
import type * as impact from '#contract/impact.ts';
import type * as mail from '#contract/mail.ts';
import type * as needs from '#contract/needs.ts';
import type * as nominations from '#contract/nominations.ts';
import type * as proof from '#contract/proof.ts';
import type * as publishing from '#contract/publishing.ts';
import type * as refunds from '#contract/refunds.ts';
import type * as spendings from '#contract/spendings.ts';
import type * as updates from '#contract/updates.ts';
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

type EndpointTable = EndpointsOf<typeof account> &
  EndpointsOf<typeof alerts> &
  EndpointsOf<typeof allocations> &
  EndpointsOf<typeof audit> &
  EndpointsOf<typeof auth> &
  EndpointsOf<typeof causes> &
  EndpointsOf<typeof contact> &
  EndpointsOf<typeof dashboard> &
  EndpointsOf<typeof donations> &
  EndpointsOf<typeof files> &
  EndpointsOf<typeof gifts> &
  EndpointsOf<typeof impact> &
  EndpointsOf<typeof mail> &
  EndpointsOf<typeof needs> &
  EndpointsOf<typeof nominations> &
  EndpointsOf<typeof proof> &
  EndpointsOf<typeof publishing> &
  EndpointsOf<typeof refunds> &
  EndpointsOf<typeof spendings> &
  EndpointsOf<typeof updates> &
  EndpointsOf<typeof users>;

// Read out of `src/contract` while building: see `endpointTable` in vite.config.ts.
declare const __ENDPOINTS__: EndpointTable;

/** Every call of the API, by its name in the contract. */
export const endpoints: EndpointTable = __ENDPOINTS__;
