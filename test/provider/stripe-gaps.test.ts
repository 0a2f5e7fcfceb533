import { globSync, readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { afterAll, afterEach, expect, test } from 'vitest';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { createStripeProvider } from '#server/provider/payment-provider/stripe.ts';
import { webhookEvents } from '#server/provider/payment-provider/stripe-facts.ts';
import { stripeRights } from '#server/provider/payment-provider/stripe-gaps.ts';
import { startFakeStripe } from '#test/support/fake-stripe.ts';
import { aFolder } from '#test/support/run-main.ts';
import { runScript } from '#test/support/run-script.ts';

/* What our account at Stripe lacks is said before anybody misses it. */

const stripe = await startFakeStripe();
afterAll(() => stripe.close());
afterEach(() => {
  stripe.recover();
  stripe.webhookEndpoints.splice(0);
});

const url = 'https://give.example.org/api/webhooks/stripe';
const provider = createStripeProvider(
  { secretKey: 'rk_test_1', webhookSecrets: ['whsec_1'], apiBase: stripe.url },
  'https://give.example.org',
);
const addEndpoint = (change: object = {}) =>
  stripe.webhookEndpoints.push({
    id: 'we_1',
    object: 'webhook_endpoint',
    created: 1,
    url,
    status: 'enabled',
    enabled_events: [...webhookEvents],
    ...change,
  } as Stripe.WebhookEndpoint);

test('an account that has everything lacks nothing, and nothing there is changed', async () => {
  addEndpoint();
  expect(await provider.findGaps()).toEqual([]);
  stripe.webhookEndpoints.splice(0);
  addEndpoint({ enabled_events: ['*'] });
  expect(await provider.findGaps()).toEqual([]);
  expect([stripe.sessions, stripe.refunds, stripe.customers].flat()).toEqual([]);
});

test.each(stripeRights)('the right $area: $right is missed', async ({ area, right, trial }) => {
  addEndpoint();
  const [method, path] = trial.split(' ');
  stripe.refuse(new RegExp(`^${method} /v1/${path}$`));
  expect(await provider.findGaps()).toEqual([
    `The key lacks rights: ${area}: ${right}. Give them to it at Stripe.`,
  ]);
});

test('a webhook endpoint that is missing, switched off, or silent about some events is told', async () => {
  expect(await provider.findGaps()).toEqual([
    expect.stringContaining(`no webhook endpoint for ${url}`),
  ]);
  addEndpoint({ status: 'disabled' });
  expect(await provider.findGaps()).toEqual([expect.stringContaining('switched off')]);
  addEndpoint({ enabled_events: webhookEvents.filter((event) => !event.startsWith('invoice.p')) });
  expect(await provider.findGaps()).toEqual([
    `The webhook endpoint ${url} does not send invoice.paid, invoice.payment_failed, invoice.payment_action_required. Add these events to it at Stripe.`,
  ]);
});

test('npm run reconcile -- --check-rights says it, without a database', async () => {
  await using folder = await aFolder();
  const env = {
    DATA_DIR: folder.path,
    PUBLIC_URL: 'https://give.example.org',
    STRIPE_SECRET_KEY: 'rk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: stripe.url,
  };
  addEndpoint();
  expect(await runScript('reconcile', ['--check-rights'], env)).toMatchObject({ code: 0 });
  stripe.refuse(/refunds/);
  expect(await runScript('reconcile', ['--check-rights'], env)).toEqual({
    code: 1,
    output: 'The key lacks rights: Charges and Refunds: Write. Give them to it at Stripe.\n',
  });
  // The key may not do what the comparison takes.
  await (await connectEmbedded(folder.path)).close();
  const { code, output } = await runScript('reconcile', [], env);
  expect([code, output]).toEqual([1, expect.stringContaining('--check-rights')]);
  expect(output).not.toContain('    at ');
});

test('the guide lists every event and right, and no other', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  const [, events = ''] = /^\*\*Events\*\* of the webhook endpoint: (.+)\.$/m.exec(guide) ?? [];
  expect(events.split(', ')).toEqual(webhookEvents.map((event) => `\`${event}\``));
  const [, rights = ''] = /^\*\*Rights\*\* of the key, .+?\): (.+)\.$/m.exec(guide) ?? [];
  expect(rights.split(', ')).toEqual(stripeRights.map(({ area, right }) => `${area}: ${right}`));
});

test('every kind of thing that the code asks Stripe for has its right in the list', () => {
  const code = globSync('src/server/provider/payment-provider/stripe*.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const calls = code.matchAll(
    /(?:stripe|timed|client\(\w*\))\.(?:checkout\.|billingPortal\.)?(\w+)\.(?:list|create|retrieve|update|cancel|expire|voidInvoice|pay)\(/g,
  );
  const asked = [...calls].map(([, resource = '']) =>
    resource.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(asked.length).toBeGreaterThan(20);
  const trials = stripeRights.map(({ trial }) => trial).join('\n');
  for (const resource of new Set(asked)) expect(trials).toContain(resource);
});
