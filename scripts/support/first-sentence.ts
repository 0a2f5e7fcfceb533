/**
 * The first sentence of the first comment of a file, which is its entry in the index (`npm run where`): what the file
 * decides. Null if something is exported before any comment.
 */
export function firstSentence(text: string): string | null {
  const [, comment] = /^(?:export\b|\/\*\*?([\s\S]*?)\*\/)/m.exec(text) ?? [];
  return sentenceOf(comment ?? '');
}

/** What a file exports, each by its name and the first sentence of its comment. */
export function sentencesOfExports(text: string): string[] {
  const exports = /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport (?:async )?\w+ (\w+)/gm;
  return [...text.matchAll(exports)].map(
    ([, comment = '', name]) => `${name}: ${sentenceOf(comment) ?? ''}`,
  );
}

function sentenceOf(comment: string): string | null {
  const words = comment
    .replace(/^\s*\*/gm, '')
    .trim()
    .split(/\s+/)
    .join(' ');
  return /^.+?[.?!](?= [^a-z]|$)/.exec(words)?.[0] ?? null;
}
