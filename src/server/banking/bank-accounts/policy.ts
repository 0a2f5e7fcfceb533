/** The number of an account as it is stored: letters and digits. Null if nothing is left. */
export function accountNumber(written: string | null): string | null {
  return written?.toUpperCase().replace(/[^A-Z0-9]/g, '') || null;
}

/** Whether two numbers may be the same account's: banks cut them, or put marks instead of the first digits. */
export function isSameAccount(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((number) => number.replace(/^X+/, ''))
    .sort((a, b) => a.length - b.length);
  return short.length >= 4 && (long.startsWith(short) || long.endsWith(short));
}
