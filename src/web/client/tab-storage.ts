// What outlives a reload or a visit to another site, in this tab only. If a browser stores nothing, some things
// are less comfortable, but everything works.

/** What was kept under a key; null if nothing was. */
export function readFromTab<Value>(key: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

export function keepInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled or full.
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage, nothing was kept either.
  }
}
