import bidiFactory, { type Bidi } from 'bidi-js';

/* The order of words from right to left. */

// Its types describe another form of the module than Node loads.
const bidi = (bidiFactory as unknown as () => Bidi)();

/** A part of a line that is drawn in one piece. */
export interface VisualPart {
  text: string;
  isRightToLeft: boolean;
}

/**
 * The parts of a line in the order in which they are drawn from left to right. PDFKit turns the letters of a Hebrew or
 * Arabic word around by itself, but leaves the words where they are in the text; so the words are put in their visible
 * order here (Unicode Bidirectional Algorithm), and the letters inside each stay.
 */
export function visualOrder(line: string): VisualPart[] {
  if (
    !/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(line)
  ) {
    return [{ text: line, isRightToLeft: false }];
  }
  const embedding = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const parts: { text: string; level: number }[] = [];
  for (let index = 0; index < line.length; index++) {
    const level = embedding.levels[index] ?? 0;
    const character = mirrored.get(index) ?? line[index] ?? '';
    const isBlank = character === ' ';
    const last = parts.at(-1);
    if (last && last.level === level && !isBlank && last.text !== ' ') last.text += character;
    else parts.push({ text: character, level });
  }
  return reordered(parts).map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }));
}

/** Rule L2: from the highest level down to the lowest odd one, everything at that level or above is turned around. */
function reordered<Part extends { level: number }>(parts: Part[]): Part[] {
  const ordered = [...parts];
  const highest = Math.max(...ordered.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; ) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
}
