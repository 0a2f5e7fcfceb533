import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * State that lives in the address, so that a link opens what somebody sees. `set` changes some
 * parameters (null or '' takes one out) and leaves the others alone.
 */
export function useQueryState() {
  const [query, setQuery] = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | null>, options?: { replace?: boolean }) =>
      setQuery(() => {
        // The address as it is now, not as this component last saw it: a paused filter may set itself
        // after a dialog was opened, and must not close it.
        const next = new URLSearchParams(window.location.search);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      }, options),
    [setQuery],
  );
  return { query, set };
}
