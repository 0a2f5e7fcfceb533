import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startSite } from '#test/support/browser.ts';
import { type FakeStripe, startFakeStripe } from '#test/support/fake-stripe.ts';
import { startServerProcess } from '#test/support/server-process.ts';
import { test as base, takingPayments } from '#test/support/stripe-site.ts';

/** What starts the site of the demo's data, with a Stripe instead of its built-in test payments. */
export function demoWithStripe(stripe: FakeStripe, demoDir: string): Record<string, string> {
  return { ...takingPayments(stripe), DATA_DIR: demoDir };
}

/** A test with the demo, which takes payments through a Stripe of its own, whose clock may begin in the past. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern
  async stripe({}, use) {
    const stripe = await startFakeStripe();
    await use(stripe);
    await stripe.close();
  },
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
    { scope: 'test', timeout: 600_000 },
  ],
});
