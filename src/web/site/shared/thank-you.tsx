import type { ReactNode } from 'react';
import classes from '#web/site/shared/thank-you.module.css';
import { Container } from '#web/ui/container.tsx';

/** What is added where an email is promised while all email is paused. */
export const mailWaits = 'At the moment, our emails wait, so this one comes later.';

interface ThankYouProps {
  title: string;
  lead: ReactNode;
  /** What happens next, in order. */
  next: ReadonlyArray<{ title: string; text: string }>;
  /** Where to go from here. */
  children: ReactNode;
  after?: ReactNode;
}

/** The thank-you view after a donation or a nomination. */
export function ThankYou({ title, lead, next, children, after }: ThankYouProps) {
  return (
    <Container size="medium" className={classes.view}>
      <svg className={classes.seal} viewBox="0 0 96 96" aria-hidden="true">
        <circle cx="48" cy="48" r="44" />
        <circle className={classes.dots} cx="48" cy="48" r="36" />
        <path d="M30 49.5 43 62l24-27" />
      </svg>
      <h1>{title}</h1>
      <div className="above-4 lead">{lead}</div>
      <h2 className={`subtitle ${classes.subtitle}`}>What happens next</h2>
      <ol className={`list above-4 ${classes.steps}`}>
        {next.map((step) => (
          <li key={step.title}>
            <strong>{step.title}</strong>
            <span>{step.text}</span>
          </li>
        ))}
      </ol>
      <div className="row gap-4 above-8">{children}</div>
      {after}
    </Container>
  );
}
