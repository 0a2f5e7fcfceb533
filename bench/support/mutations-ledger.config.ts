import { defineConfig } from 'vitest/config';

// What moves money, on the embedded database.
export default defineConfig({
  test: {
    include: [
      'test/ledger/*.test.ts',
      'test/spending/*.test.ts',
      'test/payments/refunds-and-disputes.both.test.ts',
    ],
    exclude: ['**/*.postgres.*', '**/*.release.*'],
    globalSetup: 'test/support/embedded-template.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
  },
});
