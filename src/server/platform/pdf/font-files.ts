import { fileURLToPath } from 'node:url';

/* Where the fonts of PDFs are. */

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

/** Where a font is stored. */
export function fontPath(name: FontName): string {
  return fileURLToPath(import.meta.resolve(files[name]));
}
