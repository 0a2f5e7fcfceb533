/**
 * The entry of a file in the index (`npm run where`): the first sentence of its first comment, which says what the file
 * decides, or, if that is about a part, of the comment of what the file is named after, such as `RefundModal` in
 * `refund-modal.tsx`. Null if something else is exported before any comment.
 */
export function firstSentence(text: string, name = ''): string | null {
  const [, stars, comment] = /^(?:export\b|\/(\*\*?)([\s\S]*?)\*\/)/m.exec(text) ?? [];
  const own = name.replaceAll('-', '').toLowerCase();
  const named = partsOf(text).find((part) => part.name.toLowerCase() === own);
  if (stars !== '*' && named) return named.sentence;
  return sentenceOf(plain(comment ?? ''));
}

/** What is said in a file about its parts: the name of each, the first sentence of its comment, and the whole of it. */
export function partsOf(text: string): { name: string; sentence: string; comment: string }[] {
  const parts =
    /^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?(?:default )?(?:async )?(?:function|const|let|class|interface|type) (\w+)/gm;
  return [...text.matchAll(parts)].map(([, found = '', name = '']) => {
    const comment = plain(found);
    return { name, sentence: sentenceOf(comment) ?? '', comment };
  });
}

/** The words of a text without their endings, so that "retries" and `retryDelay` both have "retry". */
export function stemsOf(text: string): Set<string> {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return new Set(
    words
      .split(/[^\p{L}\d]+/u)
      .filter(Boolean)
      .map((word) => word.replace(/ies$/, 'y').replace(/(?<=..)(?:ions?|ing|es|ed|s|e)$/, '')),
  );
}

function plain(comment: string): string {
  return comment
    .replace(/^\s*\*/gm, '')
    .trim()
    .split(/\s+/)
    .join(' ');
}

function sentenceOf(words: string): string | null {
  return /^.+?[.?!](?= [^a-z]|$)/.exec(words)?.[0] ?? null;
}
