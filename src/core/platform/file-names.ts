/** The longest name of a file that is kept, in UTF-16 units; file systems allow 255 bytes. */
export const maxFileNameLength = 200;

/**
 * The name of a file as one line of at most {@link maxFileNameLength}: without control characters, which a name may have
 * on some devices, and cut in the middle, so that its ending stays.
 */
export function cutFileName(name: string): string {
  const line = name.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  if (line.length <= maxFileNameLength) return line;
  const ending = line.slice(-20);
  // A pair of surrogates may have been cut in two.
  return `${line.slice(0, maxFileNameLength - ending.length - 1)}…${ending}`.toWellFormed();
}
