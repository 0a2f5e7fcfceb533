import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { menuPages, useMayOpen } from '#web/admin/client/admin-pages.ts';
import { paths } from '#web/admin/client/paths.ts';
import { ConfirmIdentityModal } from '#web/admin/people/account/confirm-identity-modal.tsx';
import { WaitingCount } from '#web/admin/people/approvals/waiting-count.tsx';
import { LeaveQuestion } from '#web/admin/shared/leave-question.tsx';
import classes from '#web/app/admin-layout.module.css';
import { ApplicationFrame } from '#web/app/application-frame.tsx';
import { PageNotAllowed } from '#web/app/page-not-allowed.tsx';
import { MainContent } from '#web/frame/main-content.tsx';
import { Container } from '#web/ui/container.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

/** The admin area: the same header, and its own navigation beside the page. */
export default function AdminLayout() {
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  return (
    <ApplicationFrame>
      <Container className={`grid gap-6 grow ${classes.grid}`}>
        <div className={classes.side}>
          <Links label="Admin" part="first" />
          <MoreLinks key={pathname} pathname={pathname} />
        </div>
        <MainContent>
          <Suspense fallback={<FullPageRing />}>
            {mayOpen(pathname) ? <Outlet /> : <PageNotAllowed />}
          </Suspense>
        </MainContent>
      </Container>
      <ConfirmIdentityModal />
      <LeaveQuestion />
    </ApplicationFrame>
  );
}

/** The second group; where there is little room, behind a button until it is needed. */
function MoreLinks({ pathname }: { pathname: string }) {
  const [isOpen, setOpen] = useState(false);
  // Named on the button, because its mark is in the list that is not shown.
  const current = menuPages('more').find(({ path }) => path === pathname);
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
        {current ? `More: ${current.name}` : 'More'}
        <WaitingCount />
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      <Links id={id} label="More" part="more" />
    </div>
  );
}

/** The links to those pages that the signed-in person may open. */
function Links({ id, label, part }: { id?: string; label: string; part: 'first' | 'more' }) {
  const mayOpen = useMayOpen();
  const shown = menuPages(part).filter(({ path }) => mayOpen(path));
  return (
    <nav id={id} className={classes.nav} aria-label={label}>
      <ul>
        {shown.map(({ path, name, Icon }) => (
          <li key={path}>
            <NavLink to={path} end>
              <Icon size={20} aria-hidden="true" />
              {name}
              {path === paths.admin.approvals && <WaitingCount />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
