import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMayOpen } from '#web/admin/client/admin-pages.ts';

/** A link to a page of the admin area; only its words for whoever may not open that page. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return useMayOpen()(to) ? <Link to={to}>{children}</Link> : <span>{children}</span>;
}
