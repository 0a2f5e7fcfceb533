/* Where names go in an email to several donors, which typed names are quoted, and how many leave in a day. */

/** In how many hours emails to several donors are counted. */
export const mailedHours = 24;
/** Most of them that leave in {@link mailedHours}, whoever of the team sends them. */
export const maxMailedPerDay = 2_000;
/** Most of them that leave in {@link mailedHours} without a second person. */
export const maxMailedAlone = 50;
/** Minutes in which nothing of such an email leaves, and all of it can be stopped. */
export const graceMinutes = 10;

/** Where the name of whoever gets a mail goes, as it is typed into the mail. */
export const namePlaces = ['{first name}', '{full name}'] as const;

interface Person {
  firstName: string;
  lastName: string;
}

/** A text with the name in its places: `withNames("Dear {first name},", { firstName: "Ada", … })` is `"Dear Ada,"`. */
export function withNames(text: string, { firstName, lastName }: Person): string {
  const first = nameInMail(firstName);
  const full = isName(firstName) && isName(lastName) ? `${firstName} ${lastName}` : first;
  return text.replaceAll('{first name}', first).replaceAll('{full name}', full);
}

/** What stands in braces and is no place for a name, such as a typing error; empty if there is nothing. */
export function unknownPlaces(text: string): string[] {
  return (text.match(/\{[^{}\n]*\}/g) ?? []).filter(
    (place) => !(namePlaces as readonly string[]).includes(place),
  );
}

/**
 * A first name as a mail may quote it. Whoever donates can type anything as a name, and anybody's address: what could be
 * an address, a number, or a sentence is left out, so that nobody makes us mail it.
 */
function nameInMail(name: string): string {
  return isName(name) ? name : 'friend';
}

function isName(name: string): boolean {
  return /^\p{L}(?:[\p{L}\p{M}'’-]|\.(?= |$)| (?=\p{L})){0,39}$/u.test(name);
}
