import { beforeEach, expect, test } from 'vitest';
import { endCalmAttack } from '#server/platform/misuse/attack-watch.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aDonation,
  declineCards,
  letTimePass,
  sendAndSolve,
  sendForm,
  solve,
} from '#test/support/attack.ts';
import { aDonation as aPaidDonation } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { repeats } from '#test/support/tier.ts';

/* Programs try stolen cards, each of which is declined. They solve every challenge and wait. */
const tries = repeats({ change: 60, release: 2_000 });
const honestDonors = repeats({ change: 6, release: 18 });

const testApp = useTestApp({
  // As strict as with real payments.
  override: () => ({ limitFactor: 1 }),
  env: { TRUST_PROXY: '127.0.0.1' },
});

beforeEach(async () => {
  await letTimePass(testApp);
  await endCalmAttack(testApp.db);
});

// What proxies append is the caller's own address; whatever a program writes in front of it does not count.
const from = (address: string) => ({
  from: '127.0.0.1',
  headers: { 'x-forwarded-for': `203.0.113.99, ${address}` },
});

/** Donors from networks of their own: how many got through, and how many challenges they met. */
async function sendHonestDonors(): Promise<{ through: number; challenges: number }> {
  const seen = { through: 0, challenges: 0 };
  for (let donor = 0; donor < honestDonors; donor++) {
    const body = await aDonation(testApp);
    const sending = from(`192.0.2.${donor}`);
    const { answer, challenges } = await sendAndSolve(testApp, '/api/donations', body, sending);
    seen.through += Number(answer.statusCode === 201);
    seen.challenges += challenges;
  }
  return seen;
}

/** Returns how many cards the programs could try. */
async function tryCards(networks: number): Promise<number> {
  const body = await aDonation(testApp);
  let reached = 0;
  for (let number = 0; number < tries; number++) {
    const network = number % networks;
    const sending = from(`10.0.${network >> 8}.${network & 255}`);
    const { answer } = await sendAndSolve(testApp, '/api/donations', body, sending);
    expect([201, 429]).toContain(answer.statusCode);
    if (answer.statusCode !== 201) continue;
    reached += 1;
    await declineCards(testApp, 1, { at: answer.json().url });
  }
  return reached;
}

test('one network can try ten cards, and nobody else notices', async () => {
  // A site with a few donations: an attack on this one network is not an attack on everybody.
  for (let count = 0; count < 10; count++) await aPaidDonation(testApp);
  const reached = await tryCards(1);
  const seen = await sendHonestDonors();
  recordFigures('F2', { 'tries from one network': tries, 'cards tried from one network': reached });
  recordFigures('F3', { 'honest donors shut out': honestDonors - seen.through });
  expect(reached).toBe(10);
  expect(seen).toEqual({ through: honestDonors, challenges: 0 });
});

test('against many networks, every donor meets one easy challenge, and all get through', async () => {
  const reached = await tryCards(40);
  const alerts = await testApp.db
    .selectFrom('alerts')
    .select('id')
    .where('key', '=', 'attack:card-testing')
    .where('settledAt', 'is', null)
    .execute();
  const seen = await sendHonestDonors();
  recordFigures('F2', {
    'tries from many networks': tries,
    'cards tried from many networks': reached,
    'alerts about one attack': alerts.length,
  });
  recordFigures('F3', { 'honest donors shut out': honestDonors - seen.through });
  // What many networks can do within the limits: ten cards each.
  expect(reached).toBeLessThanOrEqual(40 * 10);
  expect(alerts).toHaveLength(1);
  expect(seen).toEqual({ through: honestDonors, challenges: honestDonors });
});

test('honeypots and a stock of solved challenges shut nobody out', async () => {
  const body = await aDonation(testApp);
  const attackers = Array.from({ length: 5 }, (_, index) => from(`10.9.0.${index}`));
  const stock: (() => ReturnType<typeof sendForm>)[] = [];
  for (const sending of attackers) {
    for (let count = 0; count < 6; count++) {
      const filled = { ...body, website: 'http://spam.example' };
      const asked = await sendForm(testApp, '/api/donations', filled, sending);
      expect(asked.statusCode).toBe(428);
      const solution = await solve(asked.json().challenge);
      stock.push(() => sendForm(testApp, '/api/donations', body, { ...sending, solution }));
    }
  }
  // All at once, and in the middle of it the donors.
  const answers = stock.map((send) => send());
  expect(await sendHonestDonors()).toEqual({ through: honestDonors, challenges: 0 });
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(201);
});
