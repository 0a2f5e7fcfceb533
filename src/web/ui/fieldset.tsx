import type { ReactNode } from 'react';
import classes from '#web/ui/fieldset.module.css';

/** Fields that belong together, under one heading. */
export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}
