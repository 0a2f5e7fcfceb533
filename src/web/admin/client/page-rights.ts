import { approvalKinds } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { paths } from '#web/client/paths.ts';

/** One of the rights that a page takes is enough; a page without any is for everybody who is signed in. */
const pageRights: Record<keyof typeof paths.admin, readonly Right[] | null> = {
  dashboard: ['lists.read'],
  causes: ['lists.read'],
  nominations: ['lists.read'],
  donations: ['lists.read'],
  comments: ['pages.publish'],
  expectedDonations: ['contacts.read'],
  donors: ['contacts.read'],
  plans: ['lists.read'],
  volunteers: ['lists.read'],
  donorMailings: ['money.write'],
  receipts: ['contacts.read'],
  statements: ['money.write'],
  failedPayments: ['money.write'],
  deposits: ['contacts.read'],
  cardCosts: ['lists.read'],
  inKind: ['lists.read'],
  bank: ['contacts.read'],
  bankLines: ['contacts.read'],
  expectedTransfers: ['contacts.read'],
  bankMonths: ['contacts.read'],
  missingProof: ['lists.read'],
  users: ['people.write'],
  accessReview: ['people.write'],
  approvals: ['allocations.propose', ...Object.values(approvalKinds).map(({ right }) => right)],
  auditTrail: ['audit.read'],
  exports: ['exports.create'],
  imports: ['contacts.read'],
  planAdoptions: ['contacts.read'],
  giftAid: ['contacts.read'],
  privacy: ['privacy.write'],
  mail: ['mail.write'],
  testDonations: ['contacts.read'],
  settings: ['settings.write'],
  checklists: ['settings.write'],
  account: null,
};

/** Says which pages of the admin area the signed-in person may open: `mayOpen('/admin/users?manage=…')`. */
export function useMayOpen(): (path: string) => boolean {
  const allowed = useCurrentUser()?.allowed ?? [];
  return (path) => {
    const { pathname } = new URL(path, window.location.origin);
    const needed = rightsFor(pathname);
    return needed === null || needed.some((right) => allowed.includes(right));
  };
}

/** What is below a page, such as one nomination, takes what the page does. */
function rightsFor(pathname: string): readonly Right[] | null {
  const names = Object.keys(pageRights) as (keyof typeof pageRights)[];
  const [page = 'dashboard'] = names
    .filter((name) => `${pathname}/`.startsWith(`${paths.admin[name]}/`))
    .sort((one, other) => paths.admin[other].length - paths.admin[one].length);
  return pageRights[page];
}
