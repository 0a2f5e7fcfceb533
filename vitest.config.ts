import { defineConfig } from 'vitest/config';

const server = { include: ['test/server/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // Much of a test is waiting, for a disk or for a hash: every core gets one.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'core', include: ['src/{core,contract}/**/*.test.ts'] } },
      // The same tests twice: a fault that only one of the two databases shows is still a fault.
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
          globalSetup: 'test/support/postgres-template.ts',
        },
      },
    ],
  },
});
