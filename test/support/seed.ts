import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * Decides everything random in a test run. A failing test names it; `SEED=… vitest run …` runs the same again.
 */
export const seed = Number(process.env.SEED || randomInt(2 ** 31));

// fast-check prints the seed of a property that fails, with the smallest input that makes it fail.
fc.configureGlobal({ seed });
