import type { ReactNode } from 'react';
import classes from '#web/admin/ui/banner.module.css';

interface BannerProps {
  /** What it is about, for screen readers. */
  label: string;
  children: ReactNode;
}

/** A message above a list about a current state, such as allocating. */
export function Banner({ label, children }: BannerProps) {
  return (
    <aside
      className={`note row gap-6 gap-y-2 below-5 center between ${classes.banner}`}
      aria-label={label}
    >
      {children}
    </aside>
  );
}

/** The links of a {@link Banner}. */
export function BannerLinks({ children }: { children: ReactNode }) {
  return <div className="row gap-6 gap-y-0">{children}</div>;
}
