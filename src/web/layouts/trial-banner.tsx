import type { ReactNode } from 'react';
import { siteInfo } from '#web/client/site-info.ts';
import classes from '#web/layouts/trial-banner.module.css';
import { Container } from '#web/ui/container.tsx';

/** Says on every page of a trial that nothing on it is real money. Nothing on a live site. */
export function TrialBanner({ label, children }: { label: string; children: ReactNode }) {
  if (!siteInfo.isTrial) return null;
  return (
    <aside className={classes.banner} aria-label={label}>
      <Container>
        <p>{children}</p>
      </Container>
    </aside>
  );
}
