import type { ReactNode } from 'react';
import type { Right } from '#core/people/rights.ts';
import { useMay } from '#web/admin/client/session.ts';

/** What only those see who have a right, such as a button that everybody else would press in vain. */
export function IfMay({ right, children }: { right: Right; children: ReactNode }) {
  return useMay(right) ? children : null;
}
