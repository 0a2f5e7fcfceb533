import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { type FontName, fontPath } from '#server/platform/pdf/font-files.ts';

/* Which fonts draw which characters. */

/** Which fonts draw a text, best first. */
export const fontsFor: Record<'regular' | 'bold', readonly FontName[]> = {
  regular: ['regular', 'devanagari', 'everything'],
  bold: ['bold', 'regular', 'devanagariBold', 'everything'],
};

const opened = new Map<FontName, Font>();

/** Whether a font has a glyph for each visible character of a text. */
export function hasGlyphs(name: FontName, text: string): boolean {
  const font = openFont(name);
  for (const character of text) {
    if (invisible.test(character)) continue;
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

// They join or vary the characters around them, and are not drawn themselves.
const invisible = /\p{Default_Ignorable_Code_Point}/u;

function openFont(name: FontName): Font {
  const known = opened.get(name);
  if (known) return known;
  // Each of these files is one font and no collection.
  const font = create(readFileSync(fontPath(name))) as Font;
  opened.set(name, font);
  return font;
}
