/** An address with the query parameters that have a value. */
function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Every address of the site. Links are made here and nowhere else. */
export const paths = {
  home: '/',
  donate: '/donate',
  nominate: '/nominate',
  nominateThanks: '/nominate?status=success',
  contact: '/contact-us',
  login: '/auth/login',
  loginAndReturn: (redirectTo: string) => withQuery('/auth/login', { redirectTo }),
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  setup: '/auth/setup',
  admin: '/admin',
  adminDonations: '/admin/donations',
  adminNominations: '/admin/nominations',
  /** Nominations to give the money of this donation to. */
  allocateDonation: (donationId: string) => withQuery('/admin/nominations', { donationId }),
  /** Donations to take the money for this nomination from. */
  allocateNomination: (nominationId: string) => withQuery('/admin/donations', { nominationId }),
} as const;
