/* Words as they are compared with others: without accents, in lower case. */

/** Letters that are no other letter with a mark. */
const alone: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss' };

/**
 * Words as they are compared with others, whoever wrote them: lower case, without accents, with one blank between them.
 * `plainLetters(' Libellé  Opération')` is `"libelle operation"`.
 */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđıæœß]/g, (letter) => alone[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
