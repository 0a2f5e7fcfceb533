import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusTopmost } from '#web/ui/focus-content.ts';

const isLost = () => document.activeElement === document.body;

/**
 * Keeps the focus of a dialog where a person expects it. Once the dialog closes, returns it to what opened the
 * dialog, which Mantine does only for a dialog that was mounted before it opened. While the dialog is open, moves
 * it to the dialog if the control that had it disappears. Returns the ref for the dialog's content.
 */
export function useDialogFocus(
  opened: boolean,
  isTopmost: boolean,
): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);

  // A form in the dialog may focus a field in its first effect: a layout effect is earlier.
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      // After the address has changed and the page has been drawn for it.
      setTimeout(() => {
        // Somebody else has taken the focus on purpose.
        if (!isLost() && !document.activeElement?.closest('[role="dialog"]')) return;
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener.tabIndex >= 0;
        if (isThere) return opener.focus({ preventScroll: true });
        focusTopmost(content.current);
      }, 20);
    };
  }, [opened]);

  // After every change of what the dialog shows.
  useEffect(() => {
    if (opened && isTopmost && isLost()) content.current?.focus({ preventScroll: true });
  });

  return content;
}
