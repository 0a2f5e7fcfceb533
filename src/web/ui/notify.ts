// The headless build has the limit that we need, and drawing the notices ourselves in
// toaster.tsx is lighter than the library's own styling.
import { createElement } from 'react';
import { toast } from 'react-hot-toast/headless';
import { ActionNotice } from '#web/ui/action-notice.tsx';

/** Shows what went wrong. The text is the id, so that five equal failures show once. */
export function notifyError(message: string): void {
  toast.error(message, { id: message });
}

/** Shows what went well. */
export function notifySuccess(message: string): void {
  toast.success(message);
}

/** Shows what was done, with a way back. Whoever needs longer than the notice stays finds it elsewhere, too. */
export function notifyUndoable(text: string, onUndo: () => void): void {
  toast.custom(({ id }) =>
    createElement(ActionNotice, {
      text,
      action: 'Undo',
      onAction: () => {
        toast.dismiss(id);
        onUndo();
      },
    }),
  );
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
