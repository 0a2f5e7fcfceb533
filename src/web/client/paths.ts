import type { CauseId, Id } from '#contract/ids.ts';
import {
  bankTransferPage,
  donationFormPath,
  donationPagePath,
  donorPagePath,
  needPath,
  planPagePath,
  publicPaths,
  receiptPath,
  signInPaths,
  teamPaths,
  trackingPagePath,
  unsubscribePath,
} from '#contract/pages.ts';

/* Every path that the site links to, but for those of the admin area. */

/** A path with those query parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Every path that the site links to. Those that emails and the server also use come from the contract. */
export const paths = {
  ...publicPaths,
  donateThanks: withQuery(publicPaths.donate, { status: 'success' }),
  /** Where donors get a reference for a bank transfer. */
  bankTransfer: bankTransferPage.path,
  /** Where to transfer money to, and what to write. */
  bankTransferTo: (reference: string) => withQuery(bankTransferPage.path, { reference }),
  nominateThanks: withQuery(publicPaths.nominate, { status: 'success' }),
  need: needPath,
  /** The donation form for a need. */
  giveToNeed: donationFormPath,
  /** The donation form with a cause. */
  giveToCause: (cause: CauseId) => withQuery(publicPaths.donate, { cause }),
  receipt: receiptPath,
  donationPage: donationPagePath,
  /** The page of a donation, with the secret in the fragment. */
  donationPageOf: (token: string) => `${donationPagePath}#${token}`,
  /** Where donors ask for a link to all of their donations. */
  donorPage: donorPagePath,
  /** Where donors see their recurring donation, or ask for a link to it. */
  planPage: planPagePath,
  /** Where nominators ask for links to their nominations. */
  trackingPage: trackingPagePath,
  /** The tracking page of a nomination, with the secret in the fragment. */
  trackingPageOf: (token: string) => `${trackingPagePath}#${token}`,
  unsubscribe: unsubscribePath,
  ...signInPaths,
  loginAndReturn: (redirectTo: string) => withQuery(signInPaths.login, { redirectTo }),
  /** Where somebody sets up the second factor that everybody needs, and goes on from. */
  setUpSecondFactor: (redirectTo: string) => withQuery(signInPaths.secondFactor, { redirectTo }),
  /** Of the team, where every page leads to. */
  admin: teamPaths,
} as const;

/**
 * An id from an address or a select: `readId<CauseId>(query.get('causeId'))`. The server checks whether it is valid.
 */
export function readId<Kind extends Id>(text: string): Kind;
export function readId<Kind extends Id>(text: string | null): Kind | null;
export function readId<Kind extends Id>(text: string | null): Kind | null {
  return text as Kind | null;
}
