import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { focusTopmost } from '#web/ui/focus-content.ts';

// The page's content has it only for want of something better.
const isLost = () => document.activeElement?.matches('body, main') ?? true;

/**
 * Keeps the focus of a dialog where a person expects it. Once the dialog closes, returns it to what opened the
 * dialog, which Mantine does only for a dialog that was mounted before it opened. While the dialog is open, moves
 * it to the dialog if the control that had it disappears. A dialog with fields begins at the first one, unless it names
 * another one. Returns the ref for the dialog's content.
 */
export function useDialogFocus(opened: boolean, isTopmost: boolean): RefCallback<HTMLDivElement> {
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

  return useCallback((node) => {
    content.current = node;
    if (node) beginAtFirstField(node);
  }, []);
}

/** Mantine takes the first button for want of a marked control, which is the one that closes. */
function beginAtFirstField(dialog: HTMLElement): void {
  const first = () => dialog.querySelector<HTMLElement>('[data-autofocus]') ?? firstField(dialog);
  const field = first();
  // Mantine looks for the mark a moment later.
  field?.setAttribute('data-autofocus', '');
  if (field) return;
  // What the form shows has to be loaded. Whoever does something else meanwhile stays there.
  const observer = new MutationObserver(() => {
    const late = first();
    if (!late) return;
    observer.disconnect();
    late.focus({ preventScroll: true });
  });
  observer.observe(dialog, { childList: true, subtree: true });
  for (const act of ['keydown', 'pointerdown']) {
    dialog.addEventListener(act, () => observer.disconnect(), { once: true });
  }
}

/** The first field of a dialog; null in one that begins with details, and may have fields below them. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const fields = dialog.querySelectorAll<HTMLElement>(
    // A field for a file is a button that looks like one.
    '.mantine-Modal-body:not(:has(> dl)) :is(input, select, textarea, .mantine-Input-input):not(:disabled)',
  );
  return [...fields].find((field) => field.checkVisibility()) ?? null;
}
