import type { ReactNode } from 'react';
import classes from '#web/frame/main-content.module.css';

/** The page itself, between header and footer; the target of the skip link. */
export function MainContent({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={classes.main} tabIndex={-1}>
      {children}
    </main>
  );
}
