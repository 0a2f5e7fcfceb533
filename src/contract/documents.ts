import type { ResponseOf } from '#contract/endpoint.ts';
import type { DonationId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import type { PageHead } from '#contract/pages.ts';
import type { getDurations, getImpact } from '#contract/publishing/impact.ts';
import type { Need, NeedSummary, needOrders, PublicReceipt } from '#contract/publishing/needs.ts';
import type { SiteInfo } from '#contract/site.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import type { BindingEnd } from '#core/giving/bound-donations.ts';
import type { ApprovalKind } from '#core/people/approvals.ts';
import type { PlanInterval, PlanState } from '#core/plans/plans.ts';

/*
 * What the server draws: it reads the data of a view, and `src/web/render` turns it into HTML. Neither knows the
 * other; these types are what they agree on.
 */

/** Where all money is, in total and by cause. */
export type Impact = ResponseOf<typeof getImpact>;

/** How long it took lately, in days; null where too little has happened yet. */
export type Durations = ResponseOf<typeof getDurations>;

/** A need that a donor comes from. */
export type NeedReference = Pick<Need, 'id' | 'name' | 'cause'>;

/** The same, with why nobody can give to it alone; null if somebody can. */
export interface NeedToGiveTo extends NeedReference {
  why: BindingEnd | null;
}

/** A bank transfer that a donor announced, as everybody sees it who knows its reference. Amount in cents. */
export interface AnnouncedTransfer {
  /** What the donor writes into the transfer. */
  reference: string;
  amount: number;
  causeName: string;
}

/** What was typed into a form, by the name of the field, and what was wrong with it. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** A sentence about the form as a whole. */
  message: string | null;
  /** Lets a visitor without script repeat a call after a wait, instead of solving a challenge. */
  ticket: string | null;
  /** Makes a form that is posted twice count once, for calls that must not be booked twice. */
  key: string | null;
}

/** A form that nobody has filled in yet, except for what a link chose. */
export function emptyForm(values: FormState['values'] = {}): FormState {
  return { values, errors: {}, message: null, ticket: null, key: null };
}

/** Filters of the list of needs, as its address has them. An empty text filters nothing, and sorts by the newest. */
export interface NeedFilters {
  search: string;
  causeId: string;
  state: '' | NeedSummary['state'];
  sort: '' | (typeof needOrders)[number];
}

/** One page of the list of needs. */
export interface NeedListing {
  filters: NeedFilters;
  needs: NeedSummary[];
  /** The address of the next page. */
  next: string | null;
}

/** An expense that a receipt proves. */
export type ProvenExpense = Pick<
  Need['expenses'][number],
  'id' | 'paidOn' | 'payee' | 'purpose' | 'amount' | 'receiptKind'
>;

/** A published receipt, and what it proves: nothing if it only belongs to an update. */
export interface ReceiptView {
  need: Pick<Need, 'id' | 'name'>;
  receipt: PublicReceipt;
  expenses: ProvenExpense[];
}

/** What was bought lately, with its receipt and the picture of its need. */
export interface LatestProof extends ProvenExpense {
  need: Pick<Need, 'id' | 'name' | 'cover'>;
  receipt: PublicReceipt;
}

/** The donation that this browser started last. Amount in cents. */
export interface OwnDonation {
  amount: number;
  /** What the donor added for card costs. */
  cover: number;
  /** How often it is given again; null for once, and once that has ended. */
  interval: PlanInterval | null;
  cause: CauseChoice;
  /** The need that it is for, while it has a public page; null if it is for its cause. */
  need: Pick<Need, 'id' | 'name'> | null;
  /** `open`: the payment is not confirmed yet; `ended`: it was cancelled or failed, and nothing was charged. */
  state: 'open' | 'paid' | 'ended';
}

/** A cause that a form offers. */
export type CauseChoice = Pick<Cause, 'id' | 'name' | 'isForRunningCosts'>;

/** What else a form says of it. */
export type OpenCause = CauseChoice & Pick<Cause, 'description'>;

/** A payment without money, on a site without a payment provider. Amount in cents. */
export interface TestPayment {
  id: DonationId;
  amount: number;
  /** What the donor adds for card costs. */
  cover: number;
  /** ISO 4217. */
  currency: string;
  cause: string;
  /** The need that it is for, while it has a public page; null if it is for its cause. */
  need: Pick<Need, 'id' | 'name'> | null;
  status: 'started' | 'pending' | 'paid' | 'cancelled' | 'expired' | 'failed';
  /** The recurring donation that it began, whose next payment can be tried out; null if it does not repeat. */
  plan: {
    interval: PlanInterval;
    state: PlanState;
    nextChargeAt: string | null;
    /** How many payments have come. */
    paid: number;
  } | null;
}

/** What the thank-you page tells a nominator; null if the browser no longer knows. */
export type NominationThanks = {
  email: string;
  isConfirmedByEmail: boolean;
  reference: string;
  /** The secret of the private link to the tracking page. */
  trackingToken: string;
} | null;

/** How the charity works, as its settings say. */
export interface HowWeWork
  extends Pick<Settings, 'fourEyes' | 'vetting' | 'isSecondFactorRequired' | 'boundDays'> {
  /** Whether nominees agree before they are helped or shown. */
  isConsentRequired: boolean;
  /** Whether only one person of the team decides about nominations, and so about appeals. */
  isDecidedByOne: boolean;
  /** The charity's own paragraphs. */
  paragraphs: string[];
  /** What nobody else on the team could approve at the moment. */
  withoutApprover: ApprovalKind[];
  /** The last day on which books, payment provider, and bank agreed, if statements of the bank were imported. */
  agreement: { isImported: boolean; day: string | null };
}

/** A page with everything that it shows. */
export type View =
  | { page: 'home'; impact: Impact; proofs: LatestProof[] }
  | {
      page: 'donate';
      causes: OpenCause[];
      /** Why the cause that a link leads to cannot be chosen; null if it can. */
      notOpen: string | null;
      form: FormState;
      /** The need that the donor wants to give to. */
      need: NeedToGiveTo | null;
      /** A link named a need that has no public page, or never was one. */
      isNeedGone: boolean;
      lastDonation: OwnDonation | null;
      /** What is missing to pay card costs, in cents, as `PromiseState` in `src/core/ledger/promise.ts` has it. */
      missing: number;
    }
  | {
      page: 'bank-transfer';
      causes: OpenCause[];
      form: FormState;
      /** Where to, in lines; null if the charity does not offer it. */
      details: string | null;
      /** The transfer that was announced, once the form was sent. */
      transfer: AnnouncedTransfer | null;
    }
  | {
      page: 'donate-thanks';
      donation: OwnDonation | null;
      /** The secret of a link that shows the donation; null until it is paid. */
      viewToken: string | null;
      durations: Durations;
      missing: number;
      /** All email is paused: none leaves before an administrator resumes it. */
      isMailPaused: boolean;
    }
  /** With what will be paid, if it is more than the donation. Amounts in cents. */
  | { page: 'payment-ready'; url: string; amount: number; cover: number }
  | { page: 'test-payment'; payment: TestPayment }
  | { page: 'nominate'; causes: OpenCause[]; form: FormState }
  | { page: 'nominate-thanks'; thanks: NominationThanks; isMailPaused: boolean }
  | { page: 'impact'; impact: Impact; listing: NeedListing }
  | { page: 'need'; need: Need; follow: FormState; isFollowSent: boolean }
  | ({ page: 'receipt' } & ReceiptView)
  | { page: 'contact'; form: FormState; isSent: boolean }
  | { page: 'donation-page' }
  | { page: 'donor-page'; form: FormState; isSent: boolean }
  | { page: 'plan-page'; form: FormState; isSent: boolean }
  | { page: 'statement-page' }
  | { page: 'tracking-page' }
  | { page: 'consent-page' }
  | { page: 'unsubscribe' }
  | { page: 'dedication-refusal' }
  | { page: 'donor-change'; answer: 'stop' | 'agree' }
  /** With the name of the need; null if it is not public. */
  | { page: 'follow'; need: string | null }
  | { page: 'how-we-work'; work: HowWeWork; missing: number }
  | { page: 'privacy-policy'; retention: Settings['retention'] }
  | { page: 'terms-of-service'; missing: number }
  | { page: 'not-found' }
  /** Where the page of a need was, until the people it is about wished it away. */
  | { page: 'taken-down' }
  /** The same while the team takes the name out of it. */
  | { page: 'being-rewritten' }
  | { page: 'error' }
  /** Sign-in and administration, which a script draws. */
  | { page: 'application' };

/** The person who is signed in, as every page greets them. */
export interface CurrentUser {
  firstName: string;
  email: string;
}

/** The files of the web build that a page needs, as addresses. */
export interface Assets {
  styles: string[];
  /** The entry script; null for a page that runs none. */
  script: string | null;
  /** Font files that the first paint needs. */
  fonts: string[];
  /** The scripts of each island, by its name, the first one first. */
  islands: Record<string, string[]>;
}

/** What surrounds a view: header, footer, and head. */
export interface Frame {
  site: SiteInfo;
  /** Without a trailing slash. */
  publicUrl: string;
  user: CurrentUser | null;
  /** The path of the page, without its query. */
  path: string;
  /** What search results and shared links show; null for a page that they must not lead to. */
  head: PageHead | null;
  /** The title of a page without a head. */
  title: string | null;
  assets: Assets;
}

/** Draws a whole page as HTML. */
export type DrawDocument = (view: View, frame: Frame) => string;
