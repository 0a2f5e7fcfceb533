import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Site, startSite } from '#test/support/browser.ts';
import type { FakeStripe } from '#test/support/fake-stripe.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { takingPayments, testOfOwnStripe } from '#test/support/stripe-site.ts';

/** What starts the site of the demo's data, with a Stripe instead of its built-in test payments. */
export function demoWithStripe(stripe: FakeStripe, demoDir: string): Record<string, string> {
  return { ...takingPayments(stripe), DATA_DIR: demoDir };
}

/** A test with the demo, which takes payments through the Stripe of the test. */
export const test = testOfOwnStripe.extend<object, { site: Site }>({
  site: [
    async ({ stripe }, use) => {
      const demo = await startServerProcess({}, 'scripts/demo.ts');
      // As it tells whoever has started it.
      const told = () => /with (\S+) and (\S+)/.exec(demo.output());
      await expect.poll(told).not.toBeNull();
      await demo.stop();
      const [, email = '', password = ''] = told() ?? [];
      const env = demoWithStripe(stripe, join(demo.dataDir, 'demo'));
      const site = await startSite(env, { email, password });
      await use(site);
      await site.stop();
      await rm(demo.dataDir, { recursive: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
