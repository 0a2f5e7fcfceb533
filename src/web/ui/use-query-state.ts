import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

type Changes = Record<string, string | null>;
/** What an entry of the history remembers about itself: that a dialog was opened with it. */
interface EntryState {
  openedHere?: boolean;
}

/**
 * State that lives in the address, so that a link opens what somebody sees. A change takes some
 * parameters (null or '' takes one out) and leaves the others alone.
 */
export function useQueryState() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const openedHere = (state as EntryState | null)?.openedHere === true;

  /** Filters and the like: Back leads out of the list, not through every change of it. */
  const set = useCallback(
    // At once: a checkbox that waits for the list's render would not take the click.
    (changes: Changes) =>
      setQuery(() => changed(changes), { replace: true, flushSync: true, state }),
    [setQuery, state],
  );

  /** Opens a dialog: Back closes it. */
  const open = useCallback(
    (changes: Changes) =>
      setQuery(() => changed(changes), { state: { openedHere: true } satisfies EntryState }),
    [setQuery],
  );

  // Two closes of one dialog (a double click) must not go back twice, out of the list.
  const leaving = useRef<string>(undefined);
  useEffect(() => {
    if (leaving.current !== key) leaving.current = undefined;
  }, [key]);

  /**
   * Closes what these parameters opened. Where {@link open} did it, by going back, so that Back does not
   * show it again; where a link did it, by taking them out.
   */
  const close = useCallback(
    (...names: string[]) => {
      if (leaving.current === key) return;
      leaving.current = key;
      if (openedHere) void navigate(-1);
      else set(Object.fromEntries(names.map((name) => [name, null])));
    },
    [key, openedHere, navigate, set],
  );

  return { query, set, open, close };
}

function changed(changes: Changes): URLSearchParams {
  // The address as it is now, not as a component last saw it: a paused filter may set itself after a
  // dialog was opened, and must not close it.
  const next = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
