import type { ReactNode } from 'react';
import classes from '#web/site/legal/legal-page.module.css';
import { Container } from '#web/ui/container.tsx';

interface LegalPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A long text in a readable width. */
export function LegalPage({ title, lead, children }: LegalPageProps) {
  return (
    <Container as="article" className="page">
      <h1>{title}</h1>
      <p className="above-4 lead">{lead}</p>
      <div className={`max-42 ${classes.body}`}>{children}</div>
    </Container>
  );
}
