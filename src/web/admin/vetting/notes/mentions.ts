import type { Colleague } from '#contract/vetting/nomination-notes.ts';

/** The colleagues whose names stand in a text after an `@`. Of two with the same name, those that were picked. */
export function mentionedIn(text: string, picked: readonly Colleague[]): Colleague[] {
  return picked.filter(({ name }) => text.includes(`@${name}`));
}

/** The beginning of a name that is being typed before the caret, with where its `@` is; null if there is none. */
export function typedName(text: string, caret: number): { at: number; begun: string } | null {
  const found = /(?:^|[\s(])@([^\s@][^@\n]{0,40}|)$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const begun = found[1] ?? '';
  return { at: caret - begun.length - 1, begun };
}

/** Those whose first or last name begins with what was typed. */
export function matching(colleagues: readonly Colleague[], begun: string): Colleague[] {
  const wanted = begun.toLocaleLowerCase('en');
  return colleagues
    .filter(({ name }) => ` ${name.toLocaleLowerCase('en')}`.includes(` ${wanted}`))
    .slice(0, 6);
}

/** A text in parts, of which some are mentions. */
export function splitMentions(
  text: string,
  mentions: readonly Colleague[],
): { part: string; isMention: boolean }[] {
  const names = mentions
    .map(({ name }) => `@${name}`)
    .sort((one, other) => other.length - one.length);
  const parts: { part: string; isMention: boolean }[] = [];
  let rest = text;
  while (rest !== '') {
    const [next] = names
      .map((name) => ({ name, at: rest.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at || other.name.length - one.name.length);
    if (next === undefined) {
      parts.push({ part: rest, isMention: false });
      break;
    }
    if (next.at > 0) parts.push({ part: rest.slice(0, next.at), isMention: false });
    parts.push({ part: next.name, isMention: true });
    rest = rest.slice(next.at + next.name.length);
  }
  return parts;
}
