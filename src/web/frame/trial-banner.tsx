import type { ReactNode } from 'react';
import type { SiteInfo } from '#contract/site.ts';
import classes from '#web/frame/trial-banner.module.css';
import { Container } from '#web/ui/container.tsx';

interface TrialBannerProps {
  site: SiteInfo;
  label: string;
  children: ReactNode;
}

/** Says on every page of a trial that nothing on it is real money. Nothing on a live site. */
export function TrialBanner({ site, label, children }: TrialBannerProps) {
  if (!site.isTrial) return null;
  return (
    <aside className={classes.banner} aria-label={label}>
      <Container>
        <p>{children}</p>
      </Container>
    </aside>
  );
}
