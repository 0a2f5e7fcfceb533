import type { ReactNode } from 'react';
import classes from '#web/site/shared/content-page.module.css';
import { Container } from '#web/ui/container.tsx';

interface ContentPageProps {
  /** Use an article for a page that makes sense on its own. */
  as?: 'div' | 'article';
  children: ReactNode;
}

/** A page to read, made of sections. */
export function ContentPage({ as = 'div', children }: ContentPageProps) {
  return (
    <Container as={as} className="page stack gap-8">
      {children}
    </Container>
  );
}

/** A sentence under the title that says what the page is about. */
export function ContentLead({ children }: { children: ReactNode }) {
  return <p className="above-4 lead">{children}</p>;
}

interface ContentSectionProps {
  title: string;
  /** The target of links to the section. */
  id?: string;
  children: ReactNode;
}

/** A section of the page with its own heading. */
export function ContentSection({ title, id, children }: ContentSectionProps) {
  return (
    <section id={id} className={`stack lined gap-5 above-4 shrink ${classes.section}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
