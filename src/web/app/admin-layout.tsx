import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { type MenuGroup, menuGroups } from '#contract/admin-pages.ts';
import { menuPageOf, menuPages, useMayOpen } from '#web/admin/client/admin-pages.ts';
import { paths } from '#web/admin/client/paths.ts';
import { SearchButton } from '#web/admin/overview/search/search-button.tsx';
import { ConfirmIdentityModal } from '#web/admin/people/account/confirm-identity-modal.tsx';
import { WaitingCount } from '#web/admin/people/approvals/waiting-count.tsx';
import { LeaveQuestion } from '#web/admin/shared/leave-question.tsx';
import classes from '#web/app/admin-layout.module.css';
import { ApplicationFrame } from '#web/app/application-frame.tsx';
import { PageNotAllowed } from '#web/app/page-not-allowed.tsx';
import { MainContent } from '#web/frame/main-content.tsx';
import { Container } from '#web/ui/container.tsx';
import { FullPageRing } from '#web/ui/progress-ring.tsx';

type MenuPage = (typeof menuPages)[number];
const first = menuPages.filter(({ group }) => group === 'Admin');

/** The admin area: the same header, and its own navigation beside the page. */
export default function AdminLayout() {
  const mayOpen = useMayOpen();
  const { pathname } = useLocation();
  return (
    <ApplicationFrame>
      <Container className={`grid gap-6 grow ${classes.grid}`}>
        <div className={classes.side}>
          <SearchButton className={classes.search} />
          <nav className={classes.nav} aria-label="Admin">
            <Links pages={first.filter(({ path }) => mayOpen(path))} />
          </nav>
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

/** The groups of the other pages; where there is little room, behind a button until they are needed. */
function MoreLinks({ pathname }: { pathname: string }) {
  const mayOpen = useMayOpen();
  const [isOpen, setOpen] = useState(false);
  // Named on the button, because its mark is in the list that is not shown.
  const current = menuPageOf(pathname);
  const isMore = current !== undefined && current.group !== 'Admin';
  const id = useId();
  return (
    <div className={classes.more} data-open={isOpen || undefined}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isMore || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isMore ? `More: ${current.name}` : 'More'}
        <WaitingCount />
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      <nav id={id} className={classes.nav} aria-label="More">
        {menuGroups.map((group) => {
          const shown = menuPages.filter((page) => page.group === group && mayOpen(page.path));
          if (shown.length === 0) return null;
          return (
            <Group key={group} name={group} pages={shown} isCurrent={group === current?.group} />
          );
        })}
      </nav>
    </div>
  );
}

/** A group of links, shut or open as it was left; that of the current page is open. */
function Group(props: { name: MenuGroup; pages: MenuPage[]; isCurrent: boolean }) {
  const { name, pages, isCurrent } = props;
  const [left, setLeft] = useLocalStorage<MenuGroup[]>({
    key: 'open-menu-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [isOpen, setOpen] = useState(isCurrent || left.includes(name));
  const id = useId();
  const toggle = () => {
    setOpen(!isOpen);
    setLeft((groups) => [...groups.filter((group) => group !== name), ...(isOpen ? [] : [name])]);
  };
  const isWaiting = !isOpen && pages.some(({ path }) => path === paths.admin.approvals);
  return (
    <section className={classes.group} data-open={isOpen || undefined}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {name}
        {isWaiting && <WaitingCount />}
        <IconChevronDown size={18} aria-hidden="true" />
      </button>
      <Links id={id} pages={pages} isHidden={!isOpen} />
    </section>
  );
}

/** Links to pages that the signed-in person may open. */
function Links(props: { id?: string; pages: MenuPage[]; isHidden?: boolean }) {
  const { id, pages, isHidden = false } = props;
  return (
    <ul id={id} hidden={isHidden}>
      {pages.map(({ path, name, Icon }) => (
        <li key={path}>
          <NavLink to={path} end>
            <Icon size={20} aria-hidden="true" />
            {name}
            {path === paths.admin.approvals && <WaitingCount />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
