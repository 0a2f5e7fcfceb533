import { beforeEach, expect, test } from 'vitest';
import { endCalmAttack } from '#server/platform/misuse/attack-watch.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aDonation,
  payments as letFail,
  letTimePass,
  sendForm,
  solve,
} from '#test/support/attack.ts';
import { repeats } from '#test/support/tier.ts';

/* Programs try stolen cards, each of which is declined. */
const tries = repeats({ change: 200, release: 10_000 });
const honestDonors = Math.min(100, tries / 40);

let reached = 0;
const testApp = useTestApp({
  override: ({ payments }) => ({
    // As strict as with real payments.
    limitFactor: 1,
    payments: {
      ...payments,
      startCheckout(...checkout) {
        reached += 1;
        return payments.startCheckout(...checkout);
      },
    },
  }),
});

beforeEach(async () => {
  reached = 0;
  await letTimePass(testApp);
  await endCalmAttack(testApp.db);
});

async function attackFrom(addresses: number): Promise<void> {
  const body = await aDonation(testApp);
  for (let number = 0; number < tries; number++) {
    const address = number % addresses;
    const from = `10.0.${address >> 8}.${address & 255}`;
    const { statusCode } = await sendForm(testApp, '/api/donations', body, { from });
    expect([201, 428, 429]).toContain(statusCode);
    if (statusCode === 201) await letFail(testApp, 'charge.failed', 1);
  }
}

test.each([
  ['one address', 1],
  ['500 addresses', 500],
])(
  'of an attack from %s, ten cards reach the payment page, and donors still get there',
  async (_, from) => {
    await attackFrom(from);
    expect(reached).toBe(10);
    const alerts = await testApp.db
      .selectFrom('alerts')
      .select('id')
      .where('key', '=', 'attack:card-testing')
      .where('settledAt', 'is', null)
      .execute();
    expect(alerts).toHaveLength(1);

    for (let donor = 0; donor < honestDonors; donor++) {
      const body = await aDonation(testApp);
      const address = { from: `192.0.2.${donor}` };
      // A hundred donors arrive in more than the minute that this takes.
      if (donor % 20 === 0) await aMinuteLater();
      const asked = await sendForm(testApp, '/api/donations', body, address);
      const solution = await solve(asked.json().challenge);
      const answer = await sendForm(testApp, '/api/donations', body, { ...address, solution });
      expect([answer.statusCode, answer.body]).toEqual([201, expect.stringContaining('url')]);
    }
  },
  60_000 + tries * 60,
);

/** The windows of one minute are over. */
function aMinuteLater() {
  return testApp.db.deleteFrom('callCounts').where('name', 'like', 'checkouts%').execute();
}
