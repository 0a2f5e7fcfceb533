/* How many of something, in words. */

/** A whole number as it is read: `1200` is `"1,200"`. */
export function formatCount(number: number): string {
  return number.toLocaleString('en-US');
}

/** How many of something in words: `countOf(1, 'person', 'people')` is `"1 person"`; without `many`, "s" is added. */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The same with a word for a small number: `countInWords(7, 'day')` is `"seven days"`. */
export function countInWords(number: number, one: string): string {
  return `${words[number] ?? formatCount(number)} ${number === 1 ? one : `${one}s`}`;
}
