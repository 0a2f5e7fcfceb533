/** The longest time between the two presses of a double-click, in milliseconds. */
const doublePress = 500;

/**
 * Makes a function that runs one call at a time and ignores what is asked meanwhile. It also ignores the second press
 * of a double-click that comes after a fast call, on a dialog that is closing or a page that is being left. The calls
 * return whether they succeeded: what failed may be tried again at once.
 */
export function createSendOnce(): (call: () => Promise<boolean>) => Promise<void> {
  // Not React state, which would change too late for the second press.
  let isRunning = false;
  let succeededAt = Number.NEGATIVE_INFINITY;
  return async (call) => {
    if (isRunning || performance.now() - succeededAt < doublePress) return;
    isRunning = true;
    try {
      if (await call()) succeededAt = performance.now();
    } finally {
      isRunning = false;
    }
  };
}
