import type { ReactNode } from 'react';
import { Container } from '#web/ui/container.tsx';
import classes from '#web/ui/narrow-page.module.css';

interface NarrowPageProps {
  title: string;
  lead: ReactNode;
  /** Whether screen readers announce a change of the lead. */
  isLive?: boolean;
  children: ReactNode;
}

/** A narrow page for a short form. */
export function NarrowPage({ title, lead, isLive = false, children }: NarrowPageProps) {
  return (
    <Container size="small" className={classes.narrow}>
      <h1>{title}</h1>
      <p className="above-4 lead" role={isLive ? 'status' : undefined}>
        {lead}
      </p>
      {children}
    </Container>
  );
}
