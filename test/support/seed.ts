import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** The seed of everything random in a test run. A failing test prints it; `SEED=… vitest run …` repeats the run. */
export const seed = Number(process.env.SEED || randomInt(2 ** 31));

// fast-check prints the seed of a failed property, with the smallest input that makes it fail.
fc.configureGlobal({ seed });
