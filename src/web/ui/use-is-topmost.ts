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

/** Whether no other dialog is open over this one. Only the topmost one handles Escape. */
export function useIsTopmost(isOpen: boolean): boolean {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [isOpen, id]);
  const last = useSyncExternalStore(subscribe, () => open.at(-1));
  return !open.includes(id) || last === id;
}
