/** A page that visitors may find through a search or a shared link. */
export interface PublicPage {
  path: string;
  /** Stands before the site's name: `Donate | Everycent`. */
  title: string;
  /** One or two sentences for search results and shared links. */
  description: string;
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
      'You know a person, an organisation or a need that deserves help? Tell us. Anyone can nominate, and it takes a few minutes.',
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
} as const satisfies Record<string, PublicPage>;

/** Where an administrator sees one nomination: a link for mails, which the web application must understand. */
export function nominationPath(id: string): string {
  return `/admin/nominations?manage=${id}`;
}

/** Where an administrator sees one donation. */
export function donationPath(id: string): string {
  return `/admin/donations?manage=${id}`;
}

/** Where an administrator sees one user. */
export function userPath(id: string): string {
  return `/admin/users?manage=${id}`;
}

/** Where an administrator sees the causes. */
export const causesPath = '/admin/causes';

/** Where administrators see the mail that could not be sent; alerts lead there. */
export const mailPath = '/admin/mail';

/** Where everybody sees one published need with its proof. */
export function needPath(id: string): string {
  return `${publicPages.impact.path}/${id}`;
}

/** The donor's private page. */
export const giftPath = '/gift';

/** A link to {@link giftPath}. The secret stands in the fragment, which browsers send to nobody. */
export function giftUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${giftPath}#${token}`;
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
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/setup',
  '/admin',
  causesPath,
  '/admin/nominations',
  '/admin/nominations/:id',
  '/admin/donations',
  '/admin/users',
  '/admin/audit',
  '/admin/account',
  '/admin/proof',
  mailPath,
] as const;
