import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import classes from '#web/admin/ui/page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** For a page about one thing: the list that it is in. */
  back?: { to: string; text: string };
  /** What of that thing the page shows. */
  eyebrow?: string;
  children?: ReactNode;
}

/** How each page was filtered when it was left, by its path: on this page load only, because names may be in it. */
const lastQueries = new Map<string, string>();

/** The title of an admin page, and its actions. The way back to a list leads to what of it was looked at last. */
export function PageHeader({ title, back, eyebrow, children }: PageHeaderProps) {
  const { pathname, search, state } = useLocation();
  useEffect(() => {
    // A dialog that the page has opened is not what is gone back to.
    if (!state?.opened?.length) lastQueries.set(pathname, search);
  }, [pathname, search, state]);
  return (
    <header className="row below-5 center">
      <div className={`shrink ${classes.words}`}>
        {back && (
          <Link className={`tap ${classes.back}`} to={back.to + (lastQueries.get(back.to) ?? '')}>
            <IconArrowLeft size={18} aria-hidden="true" />
            {back.text}
          </Link>
        )}
        {eyebrow !== undefined && <p className="soft strong above-1 below-1">{eyebrow}</p>}
        <h1 className={`anywhere ${classes.title}`}>{title}</h1>
      </div>
      {children}
    </header>
  );
}

/** A sentence under the title that says what the page is about. */
export function PageLead({ children }: { children: ReactNode }) {
  return <p className={`soft below-5 ${classes.lead}`}>{children}</p>;
}
