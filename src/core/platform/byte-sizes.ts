/** The size of a file in words: `formatBytes(26_111)` is `"26 kB"`, `formatBytes(2_345_678)` is `"2.3 MB"`. */
export function formatBytes(bytes: number): string {
  const [amount, unit] =
    bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit,
    maximumSignificantDigits: 2,
  }).format(amount);
}
