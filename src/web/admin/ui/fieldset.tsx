import type { ReactNode } from 'react';
import classes from '#web/admin/ui/fieldset.module.css';
import { Fields } from '#web/admin/ui/form.tsx';

export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{legend}</legend>
      <Fields>{children}</Fields>
    </fieldset>
  );
}
