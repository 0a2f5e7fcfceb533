/** How the letters of a file of cells are stored, for those that do not tell: the names of the Encoding Standard. */
export const textEncodings = [
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'iso-8859-15',
  'shift_jis',
] as const;
/** One of {@link textEncodings}. */
export type TextEncoding = (typeof textEncodings)[number];

/** How letters are probably stored that do not tell, in the files of a bank whose accounts are in this currency. */
export function likelyEncoding(currency: string): TextEncoding {
  if (currency === 'JPY') return 'shift_jis';
  return ['PLN', 'CZK', 'HUF', 'RON'].includes(currency) ? 'windows-1250' : 'windows-1252';
}

/**
 * The text of a file: UTF-16 and UTF-8 tell themselves, and everything else is in `otherwise`, whose names are those of the
 * Encoding Standard; an unknown one is taken for windows-1252. `isCut`: the bytes are the beginning of a file, whose end may
 * be within a letter.
 */
export function decodeText(
  bytes: Uint8Array,
  otherwise: string = 'windows-1252',
  { isCut = false } = {},
): string {
  const decode = (name: string, fatal = false) =>
    new TextDecoder(name, { fatal }).decode(bytes, { stream: isCut });
  const wide = wideEncodingOf(bytes);
  if (wide) return decode(wide);
  try {
    return decode('utf-8', true);
  } catch {
    return decode(isEncoding(otherwise) ? otherwise : 'windows-1252');
  }
}

/** The encoding that the text of an XML or OFX file names; null if it names none. */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1_000));
  const [, xml] = /<\?xml[^>]*\bencoding=["']([\w-]+)["']/.exec(start) ?? [];
  if (xml) return xml;
  const [, charset] = /^CHARSET:\s*([\w-]+)/m.exec(start) ?? [];
  return charset ? (/^\d{4}$/.test(charset) ? `windows-${charset}` : charset) : null;
}

/** Two bytes for each letter: with a mark at the beginning, or with every other byte of the beginning empty. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 1_000);
  const empty = [0, 0];
  for (const [place, byte] of start.entries()) {
    if (byte === 0) empty[place % 2] = (empty[place % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = empty;
  const isHalf = (count: number) => count > start.length / 4;
  if (isHalf(odd) && !isHalf(even)) return 'utf-16le';
  return isHalf(even) && !isHalf(odd) ? 'utf-16be' : null;
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name) !== null;
  } catch {
    return false;
  }
}
