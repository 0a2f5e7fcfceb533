import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * Decides everything random in a test run. A failing test names it; `SEED=… vitest run …` runs the same again.
 */
export const seed = Number(process.env.SEED || randomInt(2 ** 31));

// fast-check prints the seed of a property that fails, with the smallest input that makes it fail.
fc.configureGlobal({ seed });

/** How often a test repeats itself. */
interface Sizes {
  /** On every change, where seconds count. */
  change: number;
  /** For the figures of `npm run bench:reliability` (`REPORT=1`), where they ask for more. */
  report?: number;
  /** Before a release (`RELEASE=1`). */
  release: number;
}

/** The size for this run. */
export function repeats({ change, report = change, release }: Sizes): number {
  if (process.env.RELEASE) return release;
  return process.env.REPORT ? report : change;
}
