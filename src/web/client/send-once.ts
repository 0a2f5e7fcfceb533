/* One press of a button is one call, whatever else is pressed meanwhile. */

/** The longest time between the two presses of a double-click, in milliseconds. */
const doublePress = 500;

/**
 * Makes a function that runs one call at a time and ignores what is asked meanwhile. It also ignores the second press of
 * a double-click that comes after a fast call, on a dialog that is closing or a page that is being left: one that finds
 * the form as it was sent, or as the call has left it, by the same button. What somebody has typed since is never ignored,
 * and neither is another button. The calls return whether they succeeded: what failed may be tried again at once.
 */
export function createSendOnce(
  read: () => Readonly<Record<string, unknown>>,
): (call: () => Promise<boolean>, button: Element | null) => Promise<void> {
  // Not React state, which would change too late for the second press.
  let isRunning = false;
  let done: { at: number; button: Element | null; known: unknown[] } | null = null;
  return async (call, button) => {
    if (isRunning) return;
    const sent = read();
    const isDouble = done?.button === button && performance.now() - done.at < doublePress;
    if (isDouble && done?.known.some((values) => isSame(values, sent))) return;
    isRunning = true;
    try {
      if (await call()) done = { at: performance.now(), button, known: [sent, read()] };
    } finally {
      isRunning = false;
    }
  };
}

/** The button that a form is sent with; null for none. */
export function submitterOf({ nativeEvent }: { nativeEvent: Event }): Element | null {
  return nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
}

/** Whether a form has the same in it. A file is the same only if it is this one. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  const isList = Array.isArray(one) && Array.isArray(other);
  if (!(isList || (isPlain(one) && isPlain(other)))) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    mine.length === theirs.size &&
    mine.every(([name, value]) => theirs.has(name) && isSame(value, theirs.get(name)))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && value.constructor === Object;
}
