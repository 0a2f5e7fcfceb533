/**
 * Reads CSV as RFC 4180 describes it, and nothing more: what a lenient reader would guess, this one gets wrong. Without
 * the mark at the beginning.
 */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const content = text.replace(/^\ufeff/, '');
  while (cell.lastIndex < content.length) {
    const at = cell.lastIndex;
    const match = cell.exec(content);
    if (!match) throw new Error(`Not CSV at ${at}: ${JSON.stringify(content.slice(at, at + 80))}`);
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
