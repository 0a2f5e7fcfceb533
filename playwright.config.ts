import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/find-chromium.ts';
import { isRelease } from './test/support/tier.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  testIgnore: isRelease ? [] : '**/*.release.e2e.ts',
  ...(!isRelease && { grepInvert: /@release/ }),
  globalSetup: ['./test/support/built-web.ts', './test/support/prepared-data-dir.ts'],
  // The tests of a long file are shared by the workers, each of which has a site of its own. What shares more than that says
  // so: `test.describe.configure({ mode: 'default' })`.
  fullyParallel: true,
  // The tests of the server run beside these: more workers would only wait for each other. Each starts a server, of which
  // `test/budgets.ts` counts the starts.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  // A test that passes only sometimes is a defect, and is named as such at the end of `npm test`. It fails the full run
  // before a release, but does not keep everybody from working until it is mended.
  retries: isRelease ? 0 : 1,
  // Nothing is measured here: what waits, waits as long as a busy machine may need.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    // What a failure looked like. A trace of every test would make them a fifth slower; `--trace on` records one.
    screenshot: 'only-on-failure',
    // A notice caught half faded has too little contrast for axe; nothing else depends on motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    },
  },
});
