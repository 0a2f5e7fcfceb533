import { randomInt } from 'node:crypto';
import { relative } from 'node:path';
import fc from 'fast-check';
import { TestRunner } from 'vitest';
import { isRelease } from '#test/support/tier.ts';

/**
 * The seed of everything that tests draw. On every change it is the same, so that nothing but the change makes a test
 * fail; before a release it is a new one, and `SEED=…` repeats what it found.
 */
export const seed = Number(process.env.SEED || (isRelease ? randomInt(2 ** 31) : 1_058_314_797));

/** The command that repeats the running test with the same draws. */
export function repetition(more: Record<string, number> = {}): string {
  const { file } = TestRunner.getCurrentTest() ?? {};
  const { TIMES } = process.env;
  const names = { ...(isRelease && { RELEASE: 1, ...(TIMES && { TIMES }) }), SEED: seed, ...more };
  const set = Object.entries(names).map(([name, value]) => `${name}=${value}`);
  const path = relative(process.cwd(), file?.filepath ?? '');
  return `${set.join(' ')} npx vitest run --project ${file?.projectName} ${path}`;
}

/** Numbers from 0 to 1, the same for the same seed. */
export function draws(): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

fc.configureGlobal({ seed });
// With the smallest input that makes a property fail.
fc.installGlobalPlugin(() => ({
  onAllRunsComplete(details) {
    if (!details.failed) return;
    const message = `${fc.defaultReportMessage(details)}\nAgain: ${repetition()}`;
    throw new Error(message, { cause: details.errorInstance });
  },
}));

/** What draws: imported from here, so that it draws from the seed. */
export { fc };
