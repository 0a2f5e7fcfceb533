import type { Endpoint } from '#contract/endpoint.ts';
import type * as donations from '#contract/giving/donations.ts';
import type * as refunds from '#contract/giving/refunds.ts';
import type * as alerts from '#contract/operations/alerts.ts';
import type * as auditTrail from '#contract/operations/audit-trail.ts';
import type * as contact from '#contract/operations/contact.ts';
import type * as dashboard from '#contract/operations/dashboard.ts';
import type * as installation from '#contract/operations/installation.ts';
import type * as mail from '#contract/operations/mail.ts';
import type * as testDonations from '#contract/operations/test-donations.ts';
import type * as account from '#contract/people/account.ts';
import type * as addresses from '#contract/people/addresses.ts';
import type * as signIn from '#contract/people/sign-in.ts';
import type * as users from '#contract/people/users.ts';
import type * as donationPage from '#contract/publishing/donation-page.ts';
import type * as donorPage from '#contract/publishing/donor-page.ts';
import type * as files from '#contract/publishing/files.ts';
import type * as impact from '#contract/publishing/impact.ts';
import type * as needs from '#contract/publishing/needs.ts';
import type * as publicPages from '#contract/publishing/public-pages.ts';
import type * as subscriptions from '#contract/publishing/subscriptions.ts';
import type * as updates from '#contract/publishing/updates.ts';
import type * as allocations from '#contract/spending/allocations.ts';
import type * as expenses from '#contract/spending/expenses.ts';
import type * as missingProof from '#contract/spending/missing-proof.ts';
import type * as causes from '#contract/vetting/causes.ts';
import type * as nominations from '#contract/vetting/nominations.ts';

/** The method and path of a call. Carries the type of the contract's endpoint, but none of its schemas. */
export type EndpointReference<E extends Endpoint> = Pick<E, 'method' | 'path'> & {
  /** Never set: it only carries the type. */
  readonly '~endpoint'?: E;
};

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint
    ? Name
    : never]: Module[Name] extends Endpoint ? EndpointReference<Module[Name]> : never;
};

type EndpointTable = EndpointsOf<typeof account> &
  EndpointsOf<typeof addresses> &
  EndpointsOf<typeof alerts> &
  EndpointsOf<typeof allocations> &
  EndpointsOf<typeof auditTrail> &
  EndpointsOf<typeof causes> &
  EndpointsOf<typeof contact> &
  EndpointsOf<typeof dashboard> &
  EndpointsOf<typeof donationPage> &
  EndpointsOf<typeof donations> &
  EndpointsOf<typeof donorPage> &
  EndpointsOf<typeof expenses> &
  EndpointsOf<typeof files> &
  EndpointsOf<typeof impact> &
  EndpointsOf<typeof installation> &
  EndpointsOf<typeof mail> &
  EndpointsOf<typeof missingProof> &
  EndpointsOf<typeof needs> &
  EndpointsOf<typeof nominations> &
  EndpointsOf<typeof publicPages> &
  EndpointsOf<typeof refunds> &
  EndpointsOf<typeof signIn> &
  EndpointsOf<typeof subscriptions> &
  EndpointsOf<typeof testDonations> &
  EndpointsOf<typeof updates> &
  EndpointsOf<typeof users>;

// Extracted from `src/contract` by the build: see `endpointTable` in vite.config.ts.
declare const __ENDPOINTS__: EndpointTable;

/** Every endpoint of the API, by its name in the contract. */
export const endpoints: EndpointTable = __ENDPOINTS__;
