import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Nothing is measured here: what waits, waits as long as a busy machine may need.
const patience = 120_000;
const server = {
  include: ['test/server/**/*.test.ts'],
  testTimeout: patience,
  hookTimeout: patience,
  expect: { poll: { timeout: patience / 2 } },
};

// About HTTP, files, texts, settings or whole processes rather than about what a database does: once is enough.
const onceIsEnough = [
  ...['access', 'bad-input', 'card-testing-attack', 'config', 'constant-answers', 'contact'],
  ...['dashboard', 'extra-fields', 'file-*', 'files', 'first-steps', 'forwarded-address', 'http'],
  ...['injected-fields', 'leftovers', 'limits', 'logging', 'logs', 'mail-contents', 'mail-retries'],
  ...['malformed-traffic', 'metrics', 'npm-scripts', 'operations-guide', 'private-data', 'process'],
  ...['readiness', 'recent-proof', 'security-headers', 'shutdown', 'slow-connections', 'smtp'],
  ...['stripe-checkout', 'stripe-signature', 'two-factor'],
].map((name) => `test/server/${name}.test.ts`);

// Whole processes that start, wait and die: begun last, one of them would keep a finished run waiting.
const longest = ['npm-scripts', 'process', 'bad-input', 'webhook-crash'];
const isLong = ({ moduleId }: TestSpecification) =>
  longest.some((name) => moduleId.endsWith(`/${name}.test.ts`));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((own) =>
      own.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one))),
    );
  }
}

export default defineConfig({
  test: {
    // Much of a test is waiting, for a disk, a queue or a child process: every core gets two. As a percentage it
    // would be cut to one.
    maxWorkers: availableParallelism() * 2,
    // A worker keeps the modules, and the database's machine code with them, from one test file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'core',
          include: ['src/{core,contract}/**/*.test.ts'],
          testTimeout: patience,
        },
      },
      // What touches money, mail or races twice: a fault that only one of the two databases shows is still a fault.
      {
        test: {
          ...server,
          name: 'embedded',
          globalSetup: 'test/support/embedded-template.ts',
        },
      },
      {
        test: {
          ...server,
          name: 'postgres',
          include: [...server.include, 'test/postgres/**/*.test.ts'],
          exclude: onceIsEnough,
          globalSetup: 'test/support/postgres-template.ts',
        },
      },
    ],
  },
});
