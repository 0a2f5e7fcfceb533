import type { DonationId, NominationId, UserId } from '#contract/ids.ts';
/** A page that visitors may find through a search or a shared link. */
export interface SitePage {
  path: string;
  /** Stands before the site's name: `Donate | Everycent`. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description: string;
}

/** What the head of a page says, of a page that has an address of its own. */
export interface PageHead extends SitePage {
  /** The picture of a shared link, instead of the site's own. */
  picture?: { url: string; width: number; height: number; text: string };
}

/** Every public page by name. The web application takes its titles from here, the server its head tags. */
export const publicPages = {
  home: {
    path: '/',
    title: 'Home',
    description:
      '100% of your donation goes to its intended purpose. Follow every cent of it: to the cause, to the person, to the receipt.',
  },
  donate: {
    path: '/donate',
    title: 'Donate',
    description:
      'Give to a cause you choose. Your donation supports a nominee that matches it, and we show with receipts how it was spent.',
  },
  nominate: {
    path: '/nominate',
    title: 'Nominate',
    description:
      'You know a person, an organization or a need that deserves help? Tell us. Anyone can nominate, and it takes a few minutes.',
  },
  impact: {
    path: '/impact',
    title: 'Impact',
    description:
      'Where every cent is: what was given, what waits, what was spent, and the receipts, photos and videos that prove it.',
  },
  contact: {
    path: '/contact-us',
    title: 'Contact Us',
    description: 'Questions about a donation, a nomination or our work? Write to us.',
  },
  privacyPolicy: {
    path: '/legal/privacy-policy',
    title: 'Privacy Policy',
    description: 'What we store about donors, nominators and nominees, why, and for how long.',
  },
  termsOfService: {
    path: '/legal/terms-of-service',
    title: 'Terms of Service',
    description: 'What you can expect of us, and what we ask of you.',
  },
} as const satisfies Record<string, SitePage>;

/** Where one signs in, or gets back in. */
export const signInPaths = {
  login: '/auth/login',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  setup: '/auth/setup',
} as const;

/** Every page of the administrators' area by name. */
export const adminPaths = {
  dashboard: '/admin',
  causes: '/admin/causes',
  nominations: '/admin/nominations',
  donations: '/admin/donations',
  users: '/admin/users',
  auditTrail: '/admin/audit',
  account: '/admin/account',
  missingProof: '/admin/proof',
  /** Alerts lead here. */
  mail: '/admin/mail',
} as const;

/** Where an administrator sees one nomination: a link for mails, which the web application must understand. */
export function nominationPath(id: NominationId): string {
  return `${adminPaths.nominations}?manage=${id}`;
}

/** Where an administrator works on what a nomination's money did. */
export function nominationWorkspacePath(id: NominationId | ':id'): string {
  return `${adminPaths.nominations}/${id}`;
}

/** Where an administrator sees one donation. */
export function donationPath(id: DonationId): string {
  return `${adminPaths.donations}?manage=${id}`;
}

/** Where an administrator sees one user. */
export function userPath(id: UserId): string {
  return `${adminPaths.users}?manage=${id}`;
}

/** Where everybody sees one published need with its proof. */
export function needPath(id: NominationId | ':id'): string {
  return `${publicPages.impact.path}/${id}`;
}

/** The donor's private page. */
export const donationPagePath = '/gift';

/** A link to {@link donationPagePath}. The secret stands in the fragment, which browsers send to nobody. */
export function donationPageUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${donationPagePath}#${token}`;
}

/** Where a link in a mail ends updates by mail. */
export const unsubscribePath = '/unsubscribe';

/** A link to {@link unsubscribePath}, with the secret in the fragment. */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${unsubscribePath}#${token}`;
}

/**
 * Where mail programs end updates by one press (RFC 8058). They send no fragment, so here the secret is in the
 * path, which nothing writes down; a person who opens it is led to {@link unsubscribePath}.
 */
export function oneClickPath(token: string): string {
  return `${unsubscribePath}/${token}`;
}

/** Pages of the site that no search should lead to. */
export const privatePaths = [
  ...Object.values(signInPaths),
  ...Object.values(adminPaths),
  nominationWorkspacePath(':id'),
];
