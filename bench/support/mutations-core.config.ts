import { defineConfig } from 'vitest/config';

// The rules are tested beside themselves.
export default defineConfig({
  test: { include: ['src/{core,contract}/**/*.test.ts'], testTimeout: 120_000 },
});
