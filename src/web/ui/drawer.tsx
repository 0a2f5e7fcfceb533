import { type ReactNode, useEffect, useRef } from 'react';
import classes from '#web/ui/drawer.module.css';

interface DrawerProps {
  opened: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

/**
 * A panel that slides in from the side. The browser's own dialog: it keeps the focus inside, closes
 * on Escape and gives the focus back, and costs no script.
 */
export function Drawer({ opened, onClose, label, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened && !dialog.current?.open) dialog.current?.showModal();
    if (!opened) dialog.current?.close();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the panel closes it; the keyboard has Escape
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
