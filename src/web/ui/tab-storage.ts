// What outlives a reload and a way out of the site, in this tab only. A browser that stores nothing makes
// some things less comfortable and breaks none.

/** What was kept under a key; null when nothing was. */
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
    // Storage is off or full.
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing could have been kept either.
  }
}
