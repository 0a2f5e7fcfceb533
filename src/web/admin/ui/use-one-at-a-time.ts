import { useRef } from 'react';

/**
 * Ignores calls while one is running. React state would change too late for the second click of a double-click.
 * Failures are left to whoever is told about them: every failure of a call shows a notice.
 */
export function useOneAtATime<Input>(work: (input: Input) => Promise<unknown>) {
  const isBusy = useRef(false);
  return async (input: Input) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work(input);
    } catch {
      // Told already.
    } finally {
      isBusy.current = false;
    }
  };
}
