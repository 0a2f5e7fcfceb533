import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link that matches a `TextButton`. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="text-button" to={to}>
      {children}
    </Link>
  );
}
