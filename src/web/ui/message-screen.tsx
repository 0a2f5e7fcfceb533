import type { ReactNode } from 'react';
import { Container } from '#web/ui/container.tsx';
import classes from '#web/ui/message-screen.module.css';

interface MessageScreenProps {
  title: string;
  text: string;
  /** Whether it fills the screen, outside any layout. */
  isAlone?: boolean;
  /** Links to other pages. */
  children?: ReactNode;
}

/** Says that something is missing, with a drawing of a donation's path that breaks off. */
export function MessageScreen({ title, text, isAlone = false, children }: MessageScreenProps) {
  return (
    <Container
      size="medium"
      className={classes.screen}
      {...(isAlone && { as: 'main', tabIndex: -1 })}
    >
      <svg className={classes.thread} viewBox="0 0 320 90" aria-hidden="true">
        <path d="M12 62c34-44 72-44 104-8 9 10 17 13 24 12" />
        <path d="M186 34c10-6 20-4 32 8 30 30 62 26 90-12" />
        <circle cx="12" cy="62" r="7" />
        <circle cx="308" cy="30" r="7" />
      </svg>
      <h1>{title}</h1>
      <p className="above-4 lead">{text}</p>
      {children && <div className="row gap-4 above-8">{children}</div>}
    </Container>
  );
}
