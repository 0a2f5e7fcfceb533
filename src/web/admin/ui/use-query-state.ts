import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';

type Changes = Record<string, string | null>;

/**
 * Filters and other state in the address, so that a link shows the same view. A change sets some parameters
 * (null or '' removes one) and leaves the others alone.
 */
export function useQueryState() {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();

  /** Replaces the history entry: Back leaves the list instead of undoing each change. */
  const set = useCallback(
    // Synchronously: a checkbox that waits for the list to render would ignore the click.
    (changes: Changes) =>
      setQuery(() => addressWith(changes), { replace: true, flushSync: true, state }),
    [setQuery, state],
  );

  return { query, set };
}

/** The parameters of the address, with some changes. */
export function addressWith(changes: Changes): URLSearchParams {
  // The current address, not the one that a component last saw: a filter may take effect after a dialog has
  // opened, and must not close it.
  const next = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
