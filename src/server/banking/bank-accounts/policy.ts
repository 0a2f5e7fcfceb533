/* How account numbers are stored, and when two are the same account. */

/** The number of an account as it is stored: letters and digits. Null if nothing is left. */
export function accountNumber(written: string | null): string | null {
  return written?.toUpperCase().replace(/[^A-Z0-9]/g, '') || null;
}

/** The number of an account that a file says; null if banks hide or cut so much of it that it says nothing. */
export function saidNumber(written: string | null): string | null {
  const number = accountNumber(written?.replace(/[*\u2022#]/g, 'X') ?? null);
  return number !== null && shown(number) >= leastShown ? number : null;
}

const leastShown = 4;
const shown = (number: string) => number.replaceAll('X', '').length;

/** Whether two numbers may be the same account's: banks cut them, or put marks instead of some of the digits. */
export function isSameAccount(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((number) => number.replace(/^X+/, ''))
    .sort((a, b) => a.length - b.length);
  const fits = (part: string) =>
    [...short].every(
      (letter, place) => [letter, part[place]].includes('X') || letter === part[place],
    );
  return (
    shown(short) >= leastShown &&
    (fits(long.slice(0, short.length)) || fits(long.slice(-short.length)))
  );
}
