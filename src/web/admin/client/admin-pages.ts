import {
  IconAddressBook,
  IconBuilding,
  IconBuildingBank,
  IconCashBanknote,
  IconClockHeart,
  IconCoins,
  IconCreditCardOff,
  IconCreditCardPay,
  IconFileExport,
  IconHeartHandshake,
  IconHistory,
  IconLayoutDashboard,
  IconMail,
  IconMessage,
  IconPackage,
  IconReceipt,
  IconReceiptOff,
  IconRepeat,
  IconSettings,
  IconShieldLock,
  IconTags,
  IconUser,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { approvalKinds } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { paths } from '#web/client/paths.ts';

interface AdminPage {
  /** One of them is enough to open it; null for everybody who is signed in. */
  rights: readonly Right[] | null;
}

/** A page that the menu leads to: with the first ones, or with the others. */
interface MenuPage extends AdminPage {
  menu: 'first' | 'more';
  name: string;
  Icon: typeof IconCoins;
}

/** Every page of the admin area. Those of the menu are in its order. */
const adminPages: Record<keyof typeof paths.admin, AdminPage | MenuPage> = {
  dashboard: {
    rights: ['lists.read'],
    menu: 'first',
    name: 'Dashboard',
    Icon: IconLayoutDashboard,
  },
  causes: { rights: ['lists.read'], menu: 'first', name: 'Causes', Icon: IconTags },
  nominations: {
    rights: ['lists.read'],
    menu: 'first',
    name: 'Nominations',
    Icon: IconHeartHandshake,
  },
  donations: { rights: ['lists.read'], menu: 'first', name: 'Donations', Icon: IconCoins },
  users: { rights: ['people.write'], menu: 'first', name: 'Users', Icon: IconUsers },
  donors: { rights: ['contacts.read'], menu: 'more', name: 'Donors', Icon: IconAddressBook },
  plans: { rights: ['lists.read'], menu: 'more', name: 'Recurring Donations', Icon: IconRepeat },
  expectedDonations: {
    rights: ['contacts.read'],
    menu: 'more',
    name: 'Expected Donations',
    Icon: IconBuilding,
  },
  comments: { rights: ['pages.publish'], menu: 'more', name: 'Public Comments', Icon: IconMessage },
  volunteers: { rights: ['lists.read'], menu: 'more', name: 'Volunteers', Icon: IconClockHeart },
  taxReceipts: { rights: ['contacts.read'], menu: 'more', name: 'Tax Receipts', Icon: IconReceipt },
  approvals: {
    rights: ['allocations.propose', ...Object.values(approvalKinds).map(({ right }) => right)],
    menu: 'more',
    name: 'Approvals',
    Icon: IconUserCheck,
  },
  missingProof: {
    rights: ['lists.read'],
    menu: 'more',
    name: 'Missing Proof',
    Icon: IconReceiptOff,
  },
  deposits: { rights: ['contacts.read'], menu: 'more', name: 'Deposits', Icon: IconCashBanknote },
  inKind: { rights: ['lists.read'], menu: 'more', name: 'Donations in Kind', Icon: IconPackage },
  cardCosts: { rights: ['lists.read'], menu: 'more', name: 'Card Costs', Icon: IconCreditCardPay },
  bank: { rights: ['contacts.read'], menu: 'more', name: 'Bank', Icon: IconBuildingBank },
  failedPayments: {
    rights: ['money.write'],
    menu: 'more',
    name: 'Failed Payments',
    Icon: IconCreditCardOff,
  },
  exports: { rights: ['exports.create'], menu: 'more', name: 'Exports', Icon: IconFileExport },
  mail: { rights: ['mail.write'], menu: 'more', name: 'Email', Icon: IconMail },
  auditTrail: { rights: ['audit.read'], menu: 'more', name: 'Audit Trail', Icon: IconHistory },
  privacy: { rights: ['privacy.write'], menu: 'more', name: 'Privacy', Icon: IconShieldLock },
  settings: { rights: ['settings.write'], menu: 'more', name: 'Settings', Icon: IconSettings },
  account: { rights: null, menu: 'more', name: 'Account', Icon: IconUser },
  donorMailings: { rights: ['money.write'] },
  statements: { rights: ['money.write'] },
  bankLines: { rights: ['contacts.read'] },
  announcedTransfers: { rights: ['contacts.read'] },
  bankMonths: { rights: ['contacts.read'] },
  accessReview: { rights: ['people.write'] },
  imports: { rights: ['contacts.read'] },
  planAdoptions: { rights: ['contacts.read'] },
  giftAid: { rights: ['contacts.read'] },
  testDonations: { rights: ['contacts.read'] },
  checklists: { rights: ['settings.write'] },
};

/** The pages of one part of the menu. */
export function menuPages(part: MenuPage['menu']): (MenuPage & { path: string })[] {
  return pageNames.flatMap((name) => {
    const page = adminPages[name];
    return 'menu' in page && page.menu === part ? { ...page, path: paths.admin[name] } : [];
  });
}

const pageNames = Object.keys(adminPages) as (keyof typeof adminPages)[];

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
  const [page = 'dashboard'] = pageNames
    .filter((name) => `${pathname}/`.startsWith(`${paths.admin[name]}/`))
    .sort((one, other) => paths.admin[other].length - paths.admin[one].length);
  return adminPages[page].rights;
}
