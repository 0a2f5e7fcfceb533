import {
  adminPaths,
  auditTrailPath,
  bankAccountPath,
  bankLinePath,
  consentLetterPath,
  depositPath,
  donationPath,
  donationReceiptPath,
  donorPath,
  importPath,
  nominationPath,
  nominationWorkspacePath,
  planPath,
  settingsGroupPath,
  volunteerPath,
} from '#contract/admin-pages.ts';
import type { CauseId, DonationId, DonorId, NominationId, PlanId } from '#contract/ids.ts';
import { paths as sitePaths, withQuery } from '#web/client/paths.ts';

/** Every path that the application links to: those of the site, and the admin area. */
export const paths = {
  ...sitePaths,
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
  settingsGroup: settingsGroupPath,
  /** Nominations that are accepted and not completed. */
  openNeeds: withQuery(adminPaths.nominations, { pending: 'false' }),
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
