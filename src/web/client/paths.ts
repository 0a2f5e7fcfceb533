import { giftPath, mailPath, needPath, publicPages, unsubscribePath } from '#contract/pages.ts';

const { home, donate, nominate, impact, contact, privacyPolicy, termsOfService } = publicPages;

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
  home: home.path,
  donate: donate.path,
  nominate: nominate.path,
  nominateThanks: withQuery(nominate.path, { status: 'success' }),
  impact: impact.path,
  need: needPath,
  gift: giftPath,
  unsubscribe: unsubscribePath,
  contact: contact.path,
  privacyPolicy: privacyPolicy.path,
  termsOfService: termsOfService.path,
  login: '/auth/login',
  loginAndReturn: (redirectTo: string) => withQuery('/auth/login', { redirectTo }),
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  setup: '/auth/setup',
  admin: '/admin',
  adminCauses: '/admin/causes',
  adminNominations: '/admin/nominations',
  adminDonations: '/admin/donations',
  adminUsers: '/admin/users',
  adminAudit: '/admin/audit',
  adminAccount: '/admin/account',
  /** The audit trail of one thing. */
  auditTrailOf: (id: string) => withQuery('/admin/audit', { id }),
  adminMail: mailPath,
  adminProof: '/admin/proof',
  /** A nomination, opened over the list. */
  manageNomination: (id: string) => withQuery('/admin/nominations', { manage: id }),
  /** What was bought for a nomination, with the proof. */
  nominationWorkspace: (id: string) => `/admin/nominations/${id}`,
  /** A donation, opened over the list. */
  manageDonation: (id: string) => withQuery('/admin/donations', { manage: id }),
  /** Nominations to give the money of this donation to, at first only those of its cause. */
  allocateDonation: (donation: { id: string; cause: { id: string } }) =>
    withQuery('/admin/nominations', { donationId: donation.id, causeId: donation.cause.id }),
  /** Donations to take the money for this nomination from, at first only those of its cause. */
  allocateNomination: (nomination: { id: string; cause: { id: string } }) =>
    withQuery('/admin/donations', { nominationId: nomination.id, causeId: nomination.cause.id }),
} as const;
