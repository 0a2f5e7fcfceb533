import type { Person } from '#server/donors/donors/record-change.ts';

/** What a donor was called before, with what is known from earlier times. */
export function withLine(known: string, before: Person, ...earlier: string[]): string {
  const lines = [known, ...earlier].flatMap((text) => text.split('\n'));
  const who = [nameOf(before), ...(before.email === null ? [] : [before.email])].join(', ');
  const all = [who, ...lines].filter((line) => line !== '');
  return [...new Set(all)].join('\n');
}

/** The lines of {@link withLine} that were not known. */
export function linesAdded(known: string, before: Person, ...earlier: string[]): string[] {
  const lines = new Set(known.split('\n'));
  return withLine(known, before, ...earlier)
    .split('\n')
    .filter((line) => !lines.has(line));
}

export function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}
