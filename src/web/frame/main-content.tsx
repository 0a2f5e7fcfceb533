import type { ReactNode } from 'react';

/** The page itself, between header and footer; the target of the skip link. */
export function MainContent({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="stack grow gap-0" tabIndex={-1}>
      {children}
    </main>
  );
}
