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

/** Pages of the site that no search should lead to. */
export const privatePaths = [
  '/auth/login',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/setup',
  '/admin',
  '/admin/causes',
  '/admin/nominations',
  '/admin/donations',
  '/admin/users',
] as const;
