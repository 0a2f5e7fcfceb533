import { type ReactNode, useId } from 'react';

/** A section of a long page with its own heading. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="titled above-8" aria-labelledby={id}>
      <h2 className="subtitle below-4" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
