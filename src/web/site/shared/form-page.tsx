import type { ReactNode } from 'react';
import classes from '#web/site/shared/form-page.module.css';
import { Container } from '#web/ui/container.tsx';

interface FormPageProps {
  title: string;
  lead: ReactNode;
  /** The text beside the form: its name for screen readers, its heading, and what happens next, step by step. */
  aside: { label: string; title: string; steps: readonly string[] };
  children: ReactNode;
}

/** A page with a long form, and what happens next beside it. */
export function FormPage({ title, lead, aside, children }: FormPageProps) {
  return (
    <Container className={`page grid gap-10 ${classes.page}`}>
      <header className={classes.intro}>
        <h1>{title}</h1>
        <p className="above-4 lead">{lead}</p>
      </header>
      {children}
      <aside className={classes.aside} aria-label={aside.label}>
        <h2>{aside.title}</h2>
        <ol>
          {aside.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </aside>
    </Container>
  );
}
