import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { bothDatabases } from './test/both-databases.ts';
import { isRelease } from './test/support/tier.ts';

// Nothing is measured here: what waits, waits as long as a busy machine may need, and repetitions at full length
// take minutes.
const patience = isRelease ? 900_000 : 300_000;
const server = {
  // Node.js runs the code as it does in production, without anything that transforms it first.
  experimental: { viteModuleRunner: false },
  testTimeout: patience,
  hookTimeout: patience,
  expect: { poll: { timeout: 120_000 } },
};
const everything = 'test/*/*.test.ts';
const laterTier = isRelease ? [] : ['**/*.release.test.ts'];
const onBoth = Object.keys(bothDatabases).map((name) => `test/${name}.both.test.ts`);
const onPostgresAlone = '**/*.postgres.*test.ts';

export default defineConfig({
  test: {
    // The browser tests run beside these: more workers would only wait for each other. A database server lets in a hundred
    // connections unless told otherwise, and a worker may need more than twenty.
    maxWorkers: Math.min(4, Math.max(2, availableParallelism())),
    // A worker keeps the modules, and the database's machine code with them, from one test file to the next.
    isolate: false,
    // On a busy machine, a worker takes longer to end than the library waits by itself.
    teardownTimeout: 60_000,
    projects: [
      {
        // In place of what the build takes from the contract, as much as the tests need.
        define: {
          __PUBLIC_ENDPOINTS__: JSON.stringify({ getSession: { path: '/api/auth' } }),
          __TEAM_ENDPOINTS__: JSON.stringify({ saveDeposit: {} }),
        },
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
