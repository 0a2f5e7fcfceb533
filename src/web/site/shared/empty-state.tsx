import type { ReactNode } from 'react';
import classes from '#web/site/shared/empty-state.module.css';

interface EmptyStateProps {
  text: string;
  /** What brings something here. */
  children?: ReactNode;
}

/** Says that nothing has been published yet, with a drawing of the receipt that will be here. */
export function EmptyState({ text, children }: EmptyStateProps) {
  return (
    <div className={`stack gap-5 center ${classes.empty}`}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <path d="M22 14h76v92l-9.5-8-9.5 8-9.5-8-9.5 8-9.5-8-9.5 8-9.5-8-9.5 8Z" />
        <path d="M38 38h44M38 56h44M38 74h24" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}
