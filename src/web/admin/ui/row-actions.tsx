import { ActionIcon, Button } from '@mantine/core';
import { IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '#web/admin/ui/row-actions.module.css';

/** The actions at the end of a table row. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={`row unwrapped gap-2 start to-end ${classes.actions}`}>{children}</div>;
}

/** Opens what the row is about. On phones, it is the whole row. */
export function OpenButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      className={classes.open ?? ''}
      data-opens-row=""
      variant="default"
      size="sm"
      onClick={onClick}
    >
      <span className={classes.openText}>{children}</span>
      <IconChevronRight className={classes.openIcon} size={20} aria-hidden="true" />
    </Button>
  );
}

interface TrashButtonProps {
  /** What will happen, for screen readers: "Delete Winter coats". */
  label: string;
  /** The tooltip: what will happen, in a word. */
  title: string;
  onClick: () => void;
}

export function TrashButton({ label, ...rest }: TrashButtonProps) {
  return (
    <ActionIcon
      className={classes.trash ?? ''}
      variant="subtle"
      size={36}
      aria-label={label}
      {...rest}
    >
      <IconTrash size={20} />
    </ActionIcon>
  );
}

/** Aligns the buttons of a row without a {@link TrashButton} with those of the other rows. */
export function NoTrashButton() {
  return <span className={classes.noTrash} />;
}
