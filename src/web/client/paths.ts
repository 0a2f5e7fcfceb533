import type { CauseId, DonationId, DonorId, Id, NominationId, PlanId } from '#contract/ids.ts';
import {
  adminPaths,
  auditTrailPath,
  bankAccountPath,
  bankLinePath,
  bankTransferPage,
  consentLetterPath,
  depositPath,
  donationFormPath,
  donationPagePath,
  donationPath,
  donationReceiptPath,
  donorPagePath,
  donorPath,
  importPath,
  needPath,
  nominationPath,
  nominationWorkspacePath,
  planPagePath,
  planPath,
  publicPaths,
  receiptPath,
  signInPaths,
  trackingPagePath,
  unsubscribePath,
  volunteerPath,
} from '#contract/pages.ts';

/* Every path that the site links to. */

/** A path with those query parameters that have a value. */
function withQuery(path: string, query: Record<string, string | undefined>): string {
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
  admin: adminPaths,
  /** A nomination, in a dialog over the list. */
  manageNomination: nominationPath,
  /** The expenses of a nomination, with their proof. */
  nominationWorkspace: nominationWorkspacePath,
  /** A donation, in a dialog over the list. */
  manageDonation: donationPath,
  donationReceipt: donationReceiptPath,
  donor: donorPath,
  /** All donations of a donor. */
  donationsOf: (donorId: DonorId) =>
    withQuery(adminPaths.donations, { donorId, showFullyAllocated: 'true' }),
  plan: planPath,
  /** All donations of a recurring donation. */
  donationsOfPlan: (planId: PlanId) =>
    withQuery(adminPaths.donations, { planId, showFullyAllocated: 'true' }),
  /** Recurring donations with an overdue payment. */
  failingPlans: withQuery(adminPaths.plans, { state: 'failing' }),
  /** What happened to one item. */
  auditTrail: auditTrailPath,
  /** Nominations, and before all others those that this donation can be allocated to. */
  allocateDonation: (donation: { id: DonationId }) =>
    withQuery(adminPaths.nominations, { donationId: donation.id }),
  /** Nominations that nobody has decided. */
  undecided: withQuery(adminPaths.nominations, { pending: 'true', accepted: 'false' }),
  volunteer: volunteerPath,
  bankAccount: bankAccountPath,
  bankLine: bankLinePath,
  deposit: depositPath,
  import: importPath,
  /** Offers of time that nobody has answered, the oldest first. */
  unansweredOffers: withQuery(adminPaths.volunteers, { state: 'new', order: 'oldest' }),
  /** Offers of time with hours that nobody has confirmed. */
  unconfirmedHours: withQuery(adminPaths.volunteers, { isUnconfirmed: 'true' }),
  /** Nominations whose answers nobody of the team has read, whatever their status is. */
  unreadAnswers: withQuery(adminPaths.nominations, {
    answers: 'unread',
    rejected: 'true',
    completed: 'true',
  }),
  /** Payments and refunds that failed, without those that are only not booked. */
  failures: withQuery(adminPaths.failedPayments, { failure: 'declined,unpaid,refund' }),
  /** What the payment provider has and our books do not. */
  unbookedPayments: withQuery(adminPaths.failedPayments, { failure: 'unbooked' }),
  /** Nominations whose rejection somebody has appealed against. */
  appealed: withQuery(adminPaths.nominations, { waitsFor: 'appeal', rejected: 'true' }),
  /** Nominations with something to see to about the consent of the nominee. */
  consentWaits: withQuery(adminPaths.nominations, {
    waitsFor: 'consent',
    rejected: 'true',
    completed: 'true',
  }),
  consentLetter: consentLetterPath,
  /** Donations for a cause that have something left. */
  availableFor: (causeId: CauseId) => withQuery(adminPaths.donations, { causeId }),
  /** Donations, and before all others those that can be allocated to this nomination. */
  allocateNomination: (nomination: { id: NominationId }) =>
    withQuery(adminPaths.donations, { nominationId: nomination.id }),
} as const;

/**
 * An id from an address or a select: `readId<CauseId>(query.get('causeId'))`. The server checks whether it is valid.
 */
export function readId<Kind extends Id>(text: string): Kind;
export function readId<Kind extends Id>(text: string | null): Kind | null;
export function readId<Kind extends Id>(text: string | null): Kind | null {
  return text as Kind | null;
}
