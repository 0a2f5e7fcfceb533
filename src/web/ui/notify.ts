// The headless build has the limit that we need, and drawing the notices ourselves in
// toaster.tsx is lighter than the library's own styling.
import { toast } from 'react-hot-toast/headless';

/** Shows what went wrong. The text is the id, so that five equal failures show once. */
export function notifyError(message: string): void {
  toast.error(message, { id: message });
}

/** Shows what went well. */
export function notifySuccess(message: string): void {
  toast.success(message);
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
