/**
 * There are two tiers of tests. `npm test` runs on every change and takes minutes. `npm run test:release`
 * (RELEASE=1) runs everything: also the files named `*.release.*`, the browser tests marked `onRelease`, all tests of
 * the server on both databases, but for those of one, and repetitions at full length.
 */
export const isRelease = process.env.RELEASE === '1';

/** Marks a browser test of a detail that waits for the release: `test('…', onRelease, async () => …)`. */
export const onRelease = { tag: '@release' };

/** How often a test repeats itself; a file that is only in the second tier needs no number for the first. */
interface Sizes {
  change?: number;
  release: number;
}

/** The size for this run. Before a release, `TIMES=10` makes it ten times as large. */
export function repeats({ change, release }: Sizes): number {
  return isRelease || change === undefined ? release * Number(process.env.TIMES || 1) : change;
}
