import { useCallback, useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router';
import { leaving } from '#web/admin/ui/typed-forms.ts';
import { addressWith } from '#web/admin/ui/use-query-state.ts';

/** The state of a history entry: the stack of dialogs that were opened to get there, each at a moment of its own. */
interface EntryState {
  opened?: { name: string; at: number }[];
}

/**
 * A dialog that lives in the address as a query parameter, so that Back closes it and a reload or a link opens it. A
 * dialog over another one is named after it: `manage.refund` is open only while `manage` is, and closes with it.
 */
export function useModal(name: string) {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const opened = (state as EntryState | null)?.opened;
  const [parent = ''] = /^.*(?=\.)/.exec(name) ?? [];
  /** The item that it is open for; null while it is closed. */
  const value = parent === '' || query.has(parent) ? query.get(name) : null;

  // Closing a dialog twice (a double-click) must not go back twice, out of the list.
  const left = useRef<string>(undefined);
  useEffect(() => {
    if (left.current !== key) left.current = undefined;
  }, [key]);

  /** Opens it for an item. */
  const open = useCallback(
    (value = 'true') =>
      setQuery(() => withoutModal(name, { [name]: value }), {
        state: {
          opened: [...(opened ?? []), { name, at: performance.timeOrigin + performance.now() }],
        } satisfies EntryState,
      }),
    [name, opened, setQuery],
  );

  /**
   * Closes it and the dialogs over it. If the page opened it, goes back in the history, so that Back does not show
   * it again; if a link opened it, removes it from the address. Called late, after an action that took its time, it closes
   * only what it belongs to: a dialog that was opened anew since, for this item or for another one, stays.
   */
  const close = useCallback(() => {
    if (left.current === key) return;
    const entry = window.history.state as { key?: string; usr?: EntryState } | null;
    if (entry?.key !== undefined && entry.key !== key) {
      const openedAt = openingOf(name, entry.usr?.opened);
      const isAnew = openedAt !== undefined && openedAt !== openingOf(name, opened);
      if (isAnew || new URLSearchParams(window.location.search).get(name) !== value) return;
      setQuery(() => withoutModal(name), { replace: true, flushSync: true, state: entry.usr });
      return;
    }
    left.current = key;
    const place = opened?.findLastIndex((one) => one.name === name) ?? -1;
    if (opened && place >= 0) {
      leaving.isMeant = true;
      void navigate(place - opened.length);
    } else setQuery(() => withoutModal(name), { replace: true, flushSync: true, state });
  }, [name, key, value, opened, state, navigate, setQuery]);

  const isOpen = value !== null;
  return { value, isOpen, open, close, dialog: { opened: isOpen, onClose: close } };
}

/** How many dialogs were opened to get to a place. */
export function countOpened({ state }: Location): number {
  return (state as EntryState | null)?.opened?.length ?? 0;
}

/** When a dialog was opened last; undefined if nobody opened it here. */
function openingOf(name: string, opened: EntryState['opened']): number | undefined {
  return opened?.findLast((one) => one.name === name)?.at;
}

/** The address without a dialog and the ones over it. */
function withoutModal(name: string, changes: Record<string, string> = {}): URLSearchParams {
  const over = [...new URLSearchParams(window.location.search).keys()].filter((other) =>
    other.startsWith(`${name}.`),
  );
  return addressWith({
    [name]: null,
    ...Object.fromEntries(over.map((other) => [other, null])),
    ...changes,
  });
}
