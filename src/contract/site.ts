/** What the server writes into every page about this charity: names and links from the configuration. */
export interface SiteInfo {
  name: string;
  tagline: string;
  /** Addresses on the four networks; the page leaves out empty ones. */
  social: { facebook: string; instagram: string; x: string; youtube: string };
  /** The IANA name of the time zone in which dates are shown. */
  timeZone: string;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  payments: 'stripe' | 'test' | 'none';
  /** Whether warnings to the team go to another program as well, such as a chat program. */
  sendsAlerts: boolean;
  /** With which other service the team can sign in; null for none. */
  signInProvider: string | null;
  /** All payments are test payments: nobody is charged. */
  isTrial: boolean;
  /** In cents. */
  minDonation: number;
  /** In cents. */
  maxDonation: number;
  /** The amounts that the donation form offers, in cents and in this order; there may be none. */
  presets: number[];
  /** What a payment by card is estimated to cost, and whether donors are asked to add it. */
  cardCosts: { basisPoints: number; fixedCents: number; isCoverOffered: boolean };
  /** For how many days a donation can be bound to a need. */
  boundDays: number;
  /** Whether the server allocates nothing before the required points of a checklist are settled. */
  vetsFirst: boolean;
  /** Whether donors can donate by bank transfer. */
  takesBankTransfers: boolean;
  /** Whether the donation form asks for the postal address, because receipts need it. */
  asksForAddress: boolean;
  /** The legal name of the charity if donors are asked for Gift Aid declarations; null if they are not. */
  giftAidFor: string | null;
}

/** Whether there is any way to donate on this site. */
export const takesDonations = (site: Pick<SiteInfo, 'payments' | 'takesBankTransfers'>) =>
  site.payments !== 'none' || site.takesBankTransfers;

/** The id of the page element (`<script type="application/json">`) that holds the {@link SiteInfo}. */
export const siteInfoElementId = 'site-info';
