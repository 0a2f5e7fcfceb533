import type { ReactNode } from 'react';

/** Says below the buttons of a section that there is nothing in it yet. */
export function EmptyNote({ children }: { children: ReactNode }) {
  return <p className="above-3 soft small">{children}</p>;
}
