import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import classes from '#web/admin/ui/filter-panel.module.css';

/** The filters of a list: always visible on wide screens, behind a toggle on phones. */
export function FilterPanel({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <section className="below-5" aria-label="Filters">
      <Button
        className={classes.toggle ?? ''}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={20} />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {opened ? 'Hide Filters' : 'Show Filters'}
      </Button>
      <div
        id={id}
        className={`row gap-5 gap-y-4 end ${classes.fields}`}
        data-opened={opened || undefined}
      >
        {children}
      </div>
    </section>
  );
}

/** A group of checkboxes on its own line. */
export function FilterChecks({ children }: { children: ReactNode }) {
  return <div className={classes.checks}>{children}</div>;
}
