import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { usualRate } from '#core/ledger/card-costs.ts';
import { aCause, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { compareWithStripe, type Outcome } from '#test/support/plan-sequences/compare.ts';
import { play, type Stage, settle } from '#test/support/plan-sequences/play.ts';
import { describeStep, type PlanStep, planSequence } from '#test/support/plan-sequences/steps.ts';
import { fc, repetition, seed } from '#test/support/seed.ts';
import { changeSettings } from '#test/support/settings.ts';
import { useStripeApp } from '#test/support/stripe-app.ts';
import { repeats } from '#test/support/tier.ts';

// Whatever donors, banks, and the team do, whatever becomes of events, and however Stripe fails: after one comparison, our
// books hold what Stripe holds. `npm run bench -- plan-sequences` plays new ones; `ONLY=7` plays the one with that number,
// and `TELL=1` tells its steps.
const app = await useStripeApp({ isLive: true });
const sequences = Number(process.env.SEQUENCES || repeats({ change: 4, release: 100 }));
const only = process.env.ONLY === undefined ? null : Number(process.env.ONLY);
const isTold = process.env.TELL === '1';
const say = (text: string) => process.stdout.write(`${text}\n`);
let cookie = '';
beforeAll(async () => {
  await changeSettings(app.testApp, { cardCosts: { ...usualRate(), isCoverOffered: true } });
  cookie = await signIn(app.testApp);
});

/** Plays a sequence with a Stripe of its own. */
async function playAll(steps: PlanStep[]): Promise<Outcome> {
  app.stripe.startAnew();
  // What an account does when all tries have failed.
  const ways = ['cancel', 'unpaid', 'past_due'] as const;
  app.stripe.account.afterRetries = ways[steps.length % ways.length] ?? 'cancel';
  const causes = [await aCause(app.testApp), await aCause(app.testApp)] as const;
  const stage: Stage = {
    app,
    cookie,
    plans: [],
    surprises: [],
    refused: [],
    order: null,
    causes: [causes[0].id, causes[1].id],
  };
  for (const step of steps) {
    if (only !== null && isTold) say(describeStep(step));
    await play(stage, step);
  }
  const { correctedAgain } = await settle(stage);
  const outcome = await compareWithStripe(stage);
  if (correctedAgain > 0) outcome.differences.push(`corrected ${correctedAgain} once more`);
  return outcome;
}

test(`${sequences} random lives of recurring donations end with the books of Stripe`, {
  timeout: 3_600_000 * 6,
}, async () => {
  const drawn = fc.sample(planSequence, only === null ? sequences : only + 1);
  const sums = { paid: 0, withoutDonation: 0, withTwo: 0, steps: 0 };
  const differences: string[] = [];
  for (const [number, steps] of drawn.entries()) {
    if (only !== null && only !== number) continue;
    const outcome = await playAll(steps);
    sums.steps += steps.length;
    sums.paid += outcome.paid;
    sums.withoutDonation += outcome.withoutDonation;
    sums.withTwo += outcome.withTwo;
    if (outcome.differences.length > 0) {
      const told = [`Again: ${repetition({ ONLY: number })}`, ...steps.map(describeStep)];
      differences.push([...outcome.differences, ...told].join('\n  '));
      if (isTold) say(differences.at(-1) ?? '');
    }
  }
  if (process.env.REPORT) {
    const report = { seed, sequences: drawn.length, ...sums, differences };
    await writeFile(process.env.REPORT, JSON.stringify(report));
  }
  recordFigures('recurring donations', {
    sequences: drawn.length,
    steps: sums.steps,
    differences: differences.length,
    'paid invoices': sums.paid,
    'paid invoices without a donation': sums.withoutDonation,
    'paid invoices with two': sums.withTwo,
  });
  expect(differences, differences.join('\n\n')).toEqual([]);
});

// Whatever such a life has ever shown, it must not show again.
test.each([{ from: 586_741_855, number: 2, shown: 'two mails about the end of one plan' }])(
  'the life that once showed $shown ends with the books of Stripe',
  async ({ from, number }) => {
    const steps = fc.sample(planSequence, { seed: from, numRuns: number + 1 })[number] ?? [];
    const { differences } = await playAll(steps);
    expect(differences, steps.map(describeStep).join('\n')).toEqual([]);
  },
);
