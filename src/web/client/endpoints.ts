import type * as bankAccounts from '#contract/banking/bank-accounts.ts';
import type * as bankMatches from '#contract/banking/bank-matches.ts';
import type * as bankMonths from '#contract/banking/bank-months.ts';
import type * as bankStatements from '#contract/banking/bank-statements.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type * as bankTransfers from '#contract/giving/bank-transfers.ts';
import type * as cardCosts from '#contract/giving/card-costs.ts';
import type * as comments from '#contract/giving/comments.ts';
import type * as dedications from '#contract/giving/dedications.ts';
import type * as deposits from '#contract/giving/deposits.ts';
import type * as donations from '#contract/giving/donations.ts';
import type * as donorChanges from '#contract/giving/donor-changes.ts';
import type * as donors from '#contract/giving/donors.ts';
import type * as expectedDonations from '#contract/giving/expected-donations.ts';
import type * as failedPayments from '#contract/giving/failed-payments.ts';
import type * as giftAid from '#contract/giving/gift-aid.ts';
import type * as inKind from '#contract/giving/in-kind.ts';
import type * as planAdoptions from '#contract/giving/plan-adoptions.ts';
import type * as planMoves from '#contract/giving/plan-moves.ts';
import type * as plans from '#contract/giving/plans.ts';
import type * as receipts from '#contract/giving/receipts.ts';
import type * as refunds from '#contract/giving/refunds.ts';
import type * as statements from '#contract/giving/statements.ts';
import type * as volunteers from '#contract/giving/volunteers.ts';
import type * as alerts from '#contract/operations/alerts.ts';
import type * as auditTrail from '#contract/operations/audit-trail.ts';
import type * as contact from '#contract/operations/contact.ts';
import type * as dashboard from '#contract/operations/dashboard.ts';
import type * as desk from '#contract/operations/desk.ts';
import type * as exports from '#contract/operations/exports.ts';
import type * as imports from '#contract/operations/imports.ts';
import type * as installation from '#contract/operations/installation.ts';
import type * as mail from '#contract/operations/mail.ts';
import type * as moneyMonths from '#contract/operations/money-months.ts';
import type * as privacy from '#contract/operations/privacy.ts';
import type * as settings from '#contract/operations/settings.ts';
import type * as testDonations from '#contract/operations/test-donations.ts';
import type * as accessReview from '#contract/people/access-review.ts';
import type * as account from '#contract/people/account.ts';
import type * as addresses from '#contract/people/addresses.ts';
import type * as approvals from '#contract/people/approvals.ts';
import type * as objections from '#contract/people/objections.ts';
import type * as provider from '#contract/people/provider.ts';
import type * as signIn from '#contract/people/sign-in.ts';
import type * as users from '#contract/people/users.ts';
import type * as donationPage from '#contract/publishing/donation-page.ts';
import type * as donorMailings from '#contract/publishing/donor-mailings.ts';
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
import type * as checklists from '#contract/vetting/checklists.ts';
import type * as consentPage from '#contract/vetting/consent-page.ts';
import type * as consents from '#contract/vetting/consents.ts';
import type * as decisions from '#contract/vetting/decisions.ts';
import type * as nominationNotes from '#contract/vetting/nomination-notes.ts';
import type * as nominations from '#contract/vetting/nominations.ts';
import type * as papers from '#contract/vetting/papers.ts';
import type * as questions from '#contract/vetting/questions.ts';
import type * as reviews from '#contract/vetting/reviews.ts';
import type * as trackingPage from '#contract/vetting/tracking-page.ts';

/** The method and path of a call. Carries the type of the contract's endpoint, but none of its schemas. */
export type EndpointReference<E extends Endpoint> = Pick<E, 'method' | 'path'> & {
  /** Never set: it only carries the type. */
  readonly '~endpoint'?: E;
};

type Contract = typeof accessReview &
  typeof account &
  typeof addresses &
  typeof alerts &
  typeof allocations &
  typeof approvals &
  typeof auditTrail &
  typeof bankAccounts &
  typeof bankMatches &
  typeof bankMonths &
  typeof bankStatements &
  typeof bankTransfers &
  typeof cardCosts &
  typeof causes &
  typeof checklists &
  typeof papers &
  typeof consentPage &
  typeof consents &
  typeof contact &
  typeof dashboard &
  typeof comments &
  typeof decisions &
  typeof dedications &
  typeof deposits &
  typeof desk &
  typeof donationPage &
  typeof donations &
  typeof donorChanges &
  typeof donorMailings &
  typeof donorPage &
  typeof expectedDonations &
  typeof expenses &
  typeof exports &
  typeof failedPayments &
  typeof moneyMonths &
  typeof files &
  typeof giftAid &
  typeof impact &
  typeof imports &
  typeof installation &
  typeof mail &
  typeof missingProof &
  typeof donors &
  typeof needs &
  typeof objections &
  typeof nominationNotes &
  typeof nominations &
  typeof privacy &
  typeof provider &
  typeof publicPages &
  typeof questions &
  typeof planMoves &
  typeof planAdoptions &
  typeof inKind &
  typeof plans &
  typeof receipts &
  typeof refunds &
  typeof reviews &
  typeof settings &
  typeof signIn &
  typeof statements &
  typeof subscriptions &
  typeof testDonations &
  typeof trackingPage &
  typeof updates &
  typeof users &
  typeof volunteers;

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
