import type { ListedUser } from '#contract/people/users.ts';
import { formatDate } from '#web/admin/client/dates.ts';

const factorNames = { app: 'Authenticator app', passkey: 'Passkey' };

/** Whether and how somebody signs in: `Last sign-in 11/23/2026 · Authenticator app, Passkey · Charity Mail`. */
export function describeAccess(user: ListedUser): string {
  if (user.acceptedAt === null) return 'Invited, not accepted yet';
  const lastSignIn =
    user.lastSignedInAt === null
      ? `Accepted ${formatDate(user.acceptedAt)}, has not signed in yet`
      : `Last sign-in ${formatDate(user.lastSignedInAt)}`;
  return `${lastSignIn} · ${describeFactors(user)}`;
}

/** What somebody has besides the password. */
export function describeFactors({ secondFactors, provider }: ListedUser): string {
  const factors = secondFactors.map((factor) => factorNames[factor]).join(', ');
  return [factors || 'No second factor', ...(provider === null ? [] : [provider])].join(' · ');
}
