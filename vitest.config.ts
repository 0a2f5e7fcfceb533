import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isRelease } from './test/support/tier.ts';

// Nothing is measured here: what waits, waits as long as a busy machine may need, and repetitions at full length
// take minutes.
const patience = isRelease ? 900_000 : 120_000;
const server = {
  testTimeout: patience,
  hookTimeout: patience,
  expect: { poll: { timeout: 60_000 } },
};
const everything = 'test/*/*.test.ts';
const laterTier = isRelease ? [] : ['**/*.release.test.ts'];
// What moves money, and what happens at the same moment as something else: a fault there may show on one database only.
const onBoth = [
  'test/{ledger,spending}/*.test.ts',
  // How Stripe is called, and what its fake is like, is the same on both.
  'test/giving/!(stripe|stripe-checkout|stripe-signature|fake-stripe-*).test.ts',
  '**/*races.test.ts',
  // Each database is read in another way.
  'test/operations/{exports,money-months,privacy,retention}.test.ts',
];
const onPostgresAlone = '**/*.postgres.*test.ts';

export default defineConfig({
  test: {
    // Much of a test is waiting, for a disk, a queue, or a child process: every core gets two.
    maxWorkers: availableParallelism() * 2,
    // A worker keeps the modules, and the database's machine code with them, from one test file to the next.
    isolate: false,
    projects: [
      {
        test: {
          name: 'core',
          include: ['src/{core,contract,web}/**/*.test.{ts,tsx}'],
          testTimeout: patience,
        },
      },
      {
        test: {
          ...server,
          name: 'embedded',
          include: [everything],
          exclude: [onPostgresAlone, ...laterTier],
          globalSetup: 'test/support/embedded-template.ts',
        },
      },
      {
        test: {
          ...server,
          name: 'postgres',
          include: isRelease ? [everything] : [...onBoth, onPostgresAlone],
          exclude: laterTier,
          globalSetup: 'test/support/postgres-template.ts',
        },
      },
    ],
  },
});
