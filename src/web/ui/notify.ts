// The headless build has the limit that we need, and drawing the notices ourselves in
// toaster.tsx is lighter than the library's own styling.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'react-hot-toast/headless';
import { ActionNotice } from '#web/ui/action-notice.tsx';
import { focusTopmost } from '#web/ui/focus-content.ts';
import { Toaster } from '#web/ui/toaster.tsx';

// The place of the notices, part of the page from the first one on: a document loads this file only then.
const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(createElement(Toaster));

/** What shows now: either failures or what went well. */
let shown = { areFailures: false, ids: new Set<string>() };

/** Remembers a notice, and hides those of the other kind: the last try is what counts. */
function remember(isFailure: boolean, id: string): void {
  if (shown.areFailures !== isFailure) {
    for (const before of shown.ids) toast.dismiss(before);
    shown = { areFailures: isFailure, ids: new Set() };
  }
  shown.ids.add(id);
}

/** Shows what went wrong. The text is the id, so that five equal failures show once. */
export function notifyError(message: string): void {
  remember(true, toast.error(message, { id: message }));
}

/** Shows what went well. With an id, it replaces an earlier notice about the same thing, which is no longer true. */
export function notifySuccess(message: string, id?: string): void {
  remember(false, toast.success(message, id === undefined ? {} : { id }));
}

/**
 * Shows what was done, with a way back, instead of an earlier notice with this id. Whoever needs longer than the notice
 * stays finds it elsewhere, too.
 */
export function notifyUndoable(text: string, id: string, onUndo: () => void): void {
  const notice = createElement(ActionNotice, {
    text,
    action: 'Undo',
    onAction: () => {
      // The notice goes away with the button that has the focus.
      focusTopmost();
      toast.dismiss(id);
      onUndo();
    },
  });
  remember(false, toast.custom(notice, { id }));
}

/** Hides what an event, such as signing in, has made untrue. */
export function dismissNotices(): void {
  toast.dismissAll();
}

/** Says what is going on until it has succeeded or failed. */
export async function notifyWhile<T>(message: string, work: Promise<T>): Promise<T> {
  const id = toast.loading(message);
  try {
    return await work;
  } finally {
    toast.remove(id);
  }
}
