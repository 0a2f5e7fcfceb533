import type { ReactNode } from 'react';

/** Something that the person should know, set off from the text. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className="note wide" role="status">
      {children}
    </p>
  );
}
