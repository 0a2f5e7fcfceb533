/* How many of something, in words. */

/** A whole number as it is read: `1200` is `"1,200"`. */
export function formatCount(number: number): string {
  return number.toLocaleString('en-US');
}

/** How many of something in words: `countOf(1, 'person', 'people')` is `"1 person"`; without `many`, "s" is added. */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}
