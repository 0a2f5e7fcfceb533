import { useEffect, useId, useSyncExternalStore } from 'react';

// The open dialogs, in the order in which they opened.
let open: string[] = [];
const listeners = new Set<() => void>();

function change(next: string[]) {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const countOpenDialogs = () => open.length;

/** Where a dialog stands among the open ones. */
interface DialogOrder {
  /** How many dialogs are under it. */
  place: number;
  /** Whether no other dialog is open over it. Only the topmost one handles Escape. */
  isTopmost: boolean;
}

/** Puts a dialog that opens over those that are open already, wherever each of them is mounted. */
export function useDialogOrder(isOpen: boolean): DialogOrder {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [isOpen, id]);
  const ids = useSyncExternalStore(subscribe, () => open);
  // One that is opening, or fading out, is over all of them.
  const place = ids.includes(id) ? ids.indexOf(id) : ids.length;
  return { place, isTopmost: place >= ids.length - 1 };
}
