import { type ReactNode, useEffect, useRef } from 'react';
import classes from '#web/ui/drawer.module.css';

interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * A panel that slides in from the side. The browser's own dialog traps the focus, closes on Escape, and returns
 * the focus, without any script.
 */
export function Drawer({ opened, onClose, label, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened && !dialog.current?.open) dialog.current?.showModal();
    if (!opened) dialog.current?.close();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the panel closes it; keyboard users have Escape
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.panel}>{children}</div>
    </dialog>
  );
}
