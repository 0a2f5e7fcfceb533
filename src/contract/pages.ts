import type { DonationId, FileId, NominationId } from '#contract/ids.ts';
import type { StoredDataPart } from '#core/privacy/stored-data.ts';

/** A page that search results and shared links may lead to. */
export interface SitePage {
  path: string;
  /** Comes before the site's name: `Donate | Everycent`. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description: string;
}

/** What the head of a page says about it; also for pages that are not listed here. */
export interface PageHead extends SitePage {
  /** The picture of a shared link, instead of the site's own. */
  picture?: { url: string; width: number; height: number; text: string };
}

/** Where every public page is, by name. Apart from what it says about itself, which browsers need not load. */
export const publicPaths = {
  home: '/',
  donate: '/donate',
  nominate: '/nominate',
  impact: '/impact',
  contact: '/contact-us',
  howWeWork: '/how-we-work',
  privacyPolicy: '/legal/privacy-policy',
  termsOfService: '/legal/terms-of-service',
} as const;

/** What the home page says about itself, besides its promise. */
export const followEveryCent =
  'Follow every cent of your donation: to the cause, to the person, to the receipt.';

/** Every public page by name, with what its head says. */
export const publicPages = {
  home: {
    path: publicPaths.home,
    title: 'Home',
    description:
      '100% of your donation goes to its intended purpose. Follow every cent of it: to the cause, to the person, to the receipt.',
  },
  donate: {
    path: publicPaths.donate,
    title: 'Donate',
    description:
      'Give to a cause you choose. Your donation supports a nominee that matches it, and we show you how it was spent, with receipts.',
  },
  nominate: {
    path: publicPaths.nominate,
    title: 'Nominate',
    description:
      'Do you know a person, an organization, or a need that deserves help? Tell us about it. Anyone can nominate, and it takes just a few minutes.',
  },
  impact: {
    path: publicPaths.impact,
    title: 'Where the Money Goes',
    description:
      'Where every cent is: what was donated, what is available, what was spent, and the receipts, photos, and videos that prove it.',
  },
  contact: {
    path: publicPaths.contact,
    title: 'Contact Us',
    description: 'Do you have a question about a donation, a nomination, or our work? Write to us.',
  },
  howWeWork: {
    path: publicPaths.howWeWork,
    title: 'How We Work',
    description:
      'Who decides about donations, what one person alone cannot do, and how anyone can check us.',
  },
  privacyPolicy: {
    path: publicPaths.privacyPolicy,
    title: 'Privacy Policy',
    description: 'What we store about donors, nominators, and nominees, why, and for how long.',
  },
  termsOfService: {
    path: publicPaths.termsOfService,
    title: 'Terms of Service',
    description: 'What you can expect of us, and what we ask of you.',
  },
} as const satisfies Record<keyof typeof publicPaths, SitePage>;

/** Where donors get a reference for a bank transfer, on sites that take them. */
export const bankTransferPage: SitePage = {
  path: '/donate/bank-transfer',
  title: 'Donate by Bank Transfer',
  description:
    'Get a reference for your bank transfer, so that we know which cause you give to and can show you where every cent of it goes.',
};

/** The pages for signing in and for regaining access. */
export const signInPaths = {
  login: '/auth/login',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  setup: '/auth/setup',
  confirmAddress: '/auth/confirm-address',
  stopAddressChange: '/auth/stop-address-change',
  answerChange: '/auth/answer-change',
  secondFactor: '/auth/second-factor',
} as const;

/** The pages of the team that every page leads to. */
export const teamPaths = { dashboard: '/admin', account: '/admin/account' } as const;

/** Where the provider of OpenID Connect sends a browser back to. */
export const providerReturnPath = '/auth/provider';

/** Where a form ends the session of a browser without script; other browsers call the API. */
export const logoutPath = '/auth/logout';

/** The donation form, for a need or without one. */
export function donationFormPath(need: NominationId | null): string {
  return need === null ? publicPaths.donate : `${publicPaths.donate}?need=${need}`;
}

/** Where everyone sees one published need with its proof. */
export function needPath(id: NominationId | ':id'): string {
  return `${publicPaths.impact}/${id}`;
}

/** Where everyone sees one published receipt of a need, and what it proves. */
export function receiptPath(id: NominationId | ':id', receipt: FileId | ':receipt'): string {
  return `${needPath(id)}/receipts/${receipt}`;
}

/** The donor's private page. */
export const donationPagePath = '/gift';

/** Where a donor decides how a test payment ends. */
export function testPaymentPath(id: DonationId | ':id'): string {
  return `/test-payment/${id}`;
}

/** A link to {@link donationPagePath}. The secret is in the fragment, which browsers do not send to any server. */
export function donationPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${donationPagePath}#${token}`;
}

/** The donor's page with all donations of an address. */
export const donorPagePath = '/my-gifts';

/** A link to {@link donorPagePath}, with the secret in the fragment. */
export function donorPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${donorPagePath}#${token}`;
}

/** The page with the statement that a link in an email opens. */
export const statementPagePath = '/my-statement';

/** A link to {@link statementPagePath}, with the secret in the fragment. */
export function statementPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${statementPagePath}#${token}`;
}

/** The donor's private page about a recurring donation. */
export const planPagePath = '/my-plan';

/** A link to {@link planPagePath}, with the secret in the fragment. */
export function planPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${planPagePath}#${token}`;
}

/** The nominator's private page about a nomination. */
export const trackingPagePath = '/nomination';

/** A link to {@link trackingPagePath}, with the secret in the fragment. */
export function trackingPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${trackingPagePath}#${token}`;
}

/** The nominee's private page, where the code of a letter can be typed, too. */
export const consentPagePath = '/consent';

/** A link to {@link consentPagePath}, with the secret in the fragment. */
export function consentPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${consentPagePath}#${token}`;
}

/** The page on which the link in an email about a dedication stops such emails. */
export const dedicationRefusalPath = '/no-more-emails';

/** Where the privacy policy says what is stored about somebody: in each email to somebody who never wrote to us. */
export function storedDataUrl(publicUrl: string, part: StoredDataPart): string {
  return `${publicUrl}${publicPaths.privacyPolicy}#${part}`;
}

/** A link to {@link dedicationRefusalPath}, with the secret in the fragment. */
export function dedicationRefusalUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${dedicationRefusalPath}#${token}`;
}

/** The pages on which a former address of a donor stops a change, or agrees to it. */
export const donorChangePaths = {
  stop: '/address-change/stop',
  agree: '/address-change/agree',
} as const;

/** A link to one of {@link donorChangePaths}, with the secret in the fragment. */
export function donorChangeUrl(
  publicUrl: string,
  answer: keyof typeof donorChangePaths,
  token: string,
): string {
  return `${publicUrl}${donorChangePaths[answer]}#${token}`;
}

/** The page on which the link in an email confirms that somebody follows a need. */
export const followPath = '/follow';

/** A link to {@link followPath}, which names the need, with the secret in the fragment. */
export function followUrl(publicUrl: string, need: NominationId, token: string): string {
  return `${publicUrl}${followPath}?need=${need}#${token}`;
}

/** The page on which the link in an email stops email updates. */
export const unsubscribePath = '/unsubscribe';

/** A link to {@link unsubscribePath}, with the secret in the fragment. */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${unsubscribePath}#${token}`;
}

/**
 * Where email programs unsubscribe with one click (RFC 8058). They do not send fragments, so the secret is in the
 * path here, which is never logged. A person who opens it is redirected to {@link unsubscribePath}.
 */
export function oneClickPath(token: string): string {
  return `${unsubscribePath}/${token}`;
}
