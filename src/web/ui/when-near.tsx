import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

/** Renders its content once the visitor has scrolled near it, so that nobody waits for what is further down. */
export function WhenNear({ children }: { children: ReactNode }) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '300px' });
  const [wasNear, setWasNear] = useState(false);
  if (entry?.isIntersecting && !wasNear) setWasNear(true);
  return <div ref={ref}>{wasNear && children}</div>;
}
