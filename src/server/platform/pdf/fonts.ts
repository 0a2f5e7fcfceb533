import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

/*
 * Fonts that draw what people are called. DejaVu has Latin, Greek, Cyrillic, Hebrew, Arabic, and more; Noto Sans
 * Devanagari shapes what it lacks; UnifontEX has a glyph for nearly every character, plain as it looks. All of them are
 * static: the variable fonts of the site cannot be embedded.
 */
const files = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  devanagari:
    '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff',
  devanagariBold:
    '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff',
  everything: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
} as const;

/** One of our fonts. */
export type FontName = keyof typeof files;

/** Which fonts draw a text, best first. */
export const fontsFor: Record<'regular' | 'bold', readonly FontName[]> = {
  regular: ['regular', 'devanagari', 'everything'],
  bold: ['bold', 'regular', 'devanagariBold', 'everything'],
};

const opened = new Map<FontName, Font>();

/** Where a font is stored. */
export function fontPath(name: FontName): string {
  return fileURLToPath(import.meta.resolve(files[name]));
}

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
