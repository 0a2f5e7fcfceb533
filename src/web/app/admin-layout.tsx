import {
  IconAddressBook,
  IconBuilding,
  IconBuildingBank,
  IconCashBanknote,
  IconChevronDown,
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
import { Suspense, useId, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useMayOpen } from '#web/admin/client/page-rights.ts';
import { ConfirmIdentityModal } from '#web/admin/people/account/confirm-identity-modal.tsx';
import { WaitingCount } from '#web/admin/people/approvals/waiting-count.tsx';
import classes from '#web/app/admin-layout.module.css';
import { ApplicationFrame } from '#web/app/application-frame.tsx';
import { PageNotAllowed } from '#web/app/page-not-allowed.tsx';
import { paths } from '#web/client/paths.ts';
import { MainContent } from '#web/frame/main-content.tsx';
import { Container } from '#web/ui/container.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

interface NavigationLink {
  to: string;
  text: string;
  Icon: typeof IconCoins;
}

const links: NavigationLink[] = [
  { to: paths.admin.dashboard, text: 'Dashboard', Icon: IconLayoutDashboard },
  { to: paths.admin.causes, text: 'Causes', Icon: IconTags },
  { to: paths.admin.nominations, text: 'Nominations', Icon: IconHeartHandshake },
  { to: paths.admin.donations, text: 'Donations', Icon: IconCoins },
  { to: paths.admin.users, text: 'Users', Icon: IconUsers },
];
const moreLinks: NavigationLink[] = [
  { to: paths.admin.donors, text: 'Donors', Icon: IconAddressBook },
  { to: paths.admin.plans, text: 'Recurring Donations', Icon: IconRepeat },
  { to: paths.admin.expectedDonations, text: 'Expected Donations', Icon: IconBuilding },
  { to: paths.admin.comments, text: 'Public Comments', Icon: IconMessage },
  { to: paths.admin.volunteers, text: 'Volunteers', Icon: IconClockHeart },
  { to: paths.admin.receipts, text: 'Tax Receipts', Icon: IconReceipt },
  { to: paths.admin.approvals, text: 'Approvals', Icon: IconUserCheck },
  { to: paths.admin.missingProof, text: 'Missing Proof', Icon: IconReceiptOff },
  { to: paths.admin.deposits, text: 'Deposits', Icon: IconCashBanknote },
  { to: paths.admin.inKind, text: 'Donations in Kind', Icon: IconPackage },
  { to: paths.admin.cardCosts, text: 'Card Costs', Icon: IconCreditCardPay },
  { to: paths.admin.bank, text: 'Bank', Icon: IconBuildingBank },
  { to: paths.admin.failedPayments, text: 'Failed Payments', Icon: IconCreditCardOff },
  { to: paths.admin.exports, text: 'Exports', Icon: IconFileExport },
  { to: paths.admin.mail, text: 'Email', Icon: IconMail },
  { to: paths.admin.auditTrail, text: 'Audit Trail', Icon: IconHistory },
  { to: paths.admin.privacy, text: 'Privacy', Icon: IconShieldLock },
  { to: paths.admin.settings, text: 'Settings', Icon: IconSettings },
  { to: paths.admin.account, text: 'Account', Icon: IconUser },
];

/** The admin area: the same header, and its own navigation beside the page. */
export default function AdminLayout() {
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  return (
    <ApplicationFrame>
      <Container className={`grid gap-6 grow ${classes.grid}`}>
        <div className={classes.side}>
          <Links label="Admin" links={links} />
          <MoreLinks key={pathname} pathname={pathname} />
        </div>
        <MainContent>
          <Suspense fallback={<FullPageRing />}>
            {mayOpen(pathname) ? <Outlet /> : <PageNotAllowed />}
          </Suspense>
        </MainContent>
      </Container>
      <ConfirmIdentityModal />
    </ApplicationFrame>
  );
}

/** The second group; where there is little room, behind a button until it is needed. */
function MoreLinks({ pathname }: { pathname: string }) {
  const [isOpen, setOpen] = useState(false);
  // Named on the button, because its mark is in the list that is not shown.
  const current = moreLinks.find(({ to }) => to === pathname);
  const id = useId();
  return (
    <div className={classes.more} data-open={isOpen || undefined}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={current && true}
        onClick={() => setOpen(!isOpen)}
      >
        {current ? `More: ${current.text}` : 'More'}
        <WaitingCount />
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      <Links id={id} label="More" links={moreLinks} />
    </div>
  );
}

interface LinksProps {
  id?: string;
  label: string;
  links: NavigationLink[];
}

/** The links to those pages that the signed-in person may open. */
function Links({ id, label, links: all }: LinksProps) {
  const mayOpen = useMayOpen();
  const shown = all.filter(({ to }) => mayOpen(to));
  return (
    <nav id={id} className={classes.nav} aria-label={label}>
      <ul>
        {shown.map(({ to, text, Icon }) => (
          <li key={to}>
            <NavLink to={to} end>
              <Icon size={20} aria-hidden="true" />
              {text}
              {to === paths.admin.approvals && <WaitingCount />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
