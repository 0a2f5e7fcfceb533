import { defineConfig } from 'vitest/config';

// The tests of the rules are next to them.
export default defineConfig({
  test: { include: ['src/{core,contract}/**/*.test.ts'], testTimeout: 120_000 },
});
