/* One press of a button is one call, whatever else is pressed meanwhile. */

/** The longest time between the two presses of a double-click, in milliseconds. */
const doublePress = 500;

/** One press: what was in the form at that moment. */
interface Press<Values> {
  /** Sends that. Returns all that the form may have in it though nobody has typed since; null for a failure. */
  call: (values: Values) => Promise<Values[] | null>;
  button: Element | null;
  values: Values;
}

/**
 * Makes a function that runs one call at a time. What is pressed meanwhile with the same in the form is ignored; with
 * something else, it waits for its turn, or is refused by `refuse`. So is the second press of a double-click ignored that
 * comes after a fast call, on a dialog that is closing or a page that is being left: one that finds the form as it was sent,
 * or as the call has left it, by the same button. What somebody has typed since is never ignored, and neither is another
 * button after the call. What failed may be tried again at once.
 */
export function createSendOnce<Values extends Readonly<Record<string, unknown>>>(
  read: () => Values,
) {
  // Not React state, which would change too late for the second press.
  const open: Press<Values>[] = [];
  let done: { at: number; button: Element | null; known: Values[] } | null = null;
  async function sendFirst(): Promise<void> {
    const [press] = open;
    if (!press) return;
    try {
      const known = await press.call(press.values);
      if (known) done = { at: performance.now(), button: press.button, known };
    } finally {
      open.shift();
      await sendFirst();
    }
  }
  return async (call: Press<Values>['call'], button: Element | null, refuse?: () => void) => {
    const values = read();
    const isIn = (known: Values[]) => known.some((other) => isSame(other, values));
    if (isIn(open.map((press) => press.values))) return;
    if (open.length > 0) return refuse ? refuse() : void open.push({ call, button, values });
    const isDouble = done?.button === button && performance.now() - done.at < doublePress;
    if (isDouble && isIn(done?.known ?? [])) return;
    open.push({ call, button, values });
    return sendFirst();
  };
}

/** The button that a form is sent with; null for none. */
export function submitterOf({ nativeEvent }: { nativeEvent: Event }): Element | null {
  return nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
}

/** Whether a form has the same in it. A file is the same only if it is this one. */
export function isSame(one: unknown, other: unknown): boolean {
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
