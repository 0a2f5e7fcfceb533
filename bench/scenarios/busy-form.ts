import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { solutionHeader } from '#contract/form-headers.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { createCause } from '#contract/vetting/causes.ts';
import { startFakeStripe } from '#test/support/fake-stripe.ts';
import type { BotOrders, BotReport } from '../support/bots.ts';
import { cleanUpLater } from '../support/clean-up.ts';
import { createClient, signIn } from '../support/client.ts';
import { type Figures, middleAndWorst, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { solve } from '../support/solve.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'whether donors get through: 600 a minute, and among 10,000 calls a minute of bots [SECONDS] [DATABASE]';

const goodDay = { donorsPerMinute: 600 };
const attack = { donorsPerMinute: 100, networks: 1_000, callsPerMinute: 10_000 };
const patience = 5_000;

/**
 * `-- busy-form [SECONDS] [DATABASE]`: a server with the limits of real payments; the payment provider is a small
 * server in this process. The bots solve what they are asked, in threads of the lowest priority.
 */
export async function run([seconds = '60', only]: string[]): Promise<Figures[]> {
  buildWeb();
  say('Server, bots, donors, and the payment provider share the cores of this machine.');
  say('');
  const rows: (string | number)[][] = [];
  const figures: Figures[] = [];
  for (const database of await databaseKinds()) {
    if (only !== undefined && only !== database) continue;
    const site = await openSite(database);
    const calm = await sendDonors(site, goodDay.donorsPerMinute, Number(seconds));
    rows.push(rowOf(`${database}, no attack`, calm));
    const bots = startBots({ ...site, ...attack });
    const busy = await sendDonors(site, attack.donorsPerMinute, Number(seconds));
    const { answers, solved } = await bots.stop();
    rows.push(rowOf(`${database}, attack`, busy));
    say(`${database}: the bots solved ${solved} challenges; their calls by answer:`);
    say(`  ${JSON.stringify(answers)}`);
    await site.close();
    const inTime = share(busy);
    if (share(calm) < 100 || calm.some(({ challenges }) => challenges > 0) || inTime < 95) {
      process.exitCode = 1;
    }
    figures.push({
      database,
      figures: {
        'donors without an attack': calm.length,
        'donors through, of 100, without an attack': share(calm),
        'challenges met without an attack': sumOf(calm),
        'calls of bots during the attack': Object.values(answers).reduce((sum, n) => sum + n, 0),
        'donors during the attack': busy.length,
        'donors through within 5 s, of 100, during an attack': inTime,
      },
    });
  }
  say('');
  sayTable(
    ['', 'donors', 'within 5 s', 'challenges met', 'median, ms', '95 of 100, ms', 'worst, ms'],
    rows,
  );
  return figures;
}

interface OpenSite {
  url: string;
  causeId: string;
  close(): Promise<void>;
}

async function openSite(database: DatabaseKind): Promise<OpenSite> {
  const stripe = await startFakeStripe();
  cleanUpLater(() => stripe.close());
  const environment: Record<string, string> = {
    ...(await newEnvironment(database)),
    STRIPE_SECRET_KEY: 'sk_test_of_the_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
    STRIPE_API_BASE: stripe.url,
  };
  const server = await startServerProcess(environment);
  const url = environment.PUBLIC_URL ?? '';
  const client = createClient(url, await signIn(url));
  const cause = await client.post(createCause.path, { name: 'Heating' });
  const { id } = (await cause.json()) as { id: string };
  return { url, causeId: id, close: () => server.kill() };
}

interface Donor {
  isThrough: boolean;
  milliseconds: number;
  challenges: number;
}

/** Each from an own network, at random moments. */
async function sendDonors(site: OpenSite, perMinute: number, seconds: number): Promise<Donor[]> {
  const count = Math.round((perMinute * seconds) / 60);
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      await sleep(Math.random() * seconds * 1000);
      return donate(
        site,
        `172.${16 + Math.floor(Math.random() * 16)}.${number >> 8}.${number & 255}`,
      );
    }),
  );
}

async function donate({ url, causeId }: OpenSite, from: string): Promise<Donor> {
  const start = performance.now();
  const body = {
    amount: 2_500,
    causeId,
    firstName: 'Grace',
    lastName: 'Hopper',
    email: `${from}@example.com`,
    phone: '555-0100',
    zip: '10001',
  };
  let solution: string | null = null;
  for (let challenges = 0; ; challenges++) {
    const response = await fetch(url + createDonation.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'page-seconds': '40',
        'x-forwarded-for': from,
        ...(solution !== null && { [solutionHeader]: solution }),
      },
      body: JSON.stringify(body),
    }).catch(() => null);
    // No connection: the donor sees an error.
    if (response === null) return { isThrough: false, milliseconds: Infinity, challenges };
    const answer = (await response.json()) as { challenge?: Parameters<typeof solve>[0] };
    if (answer.challenge && challenges < 3) solution = await solve(answer.challenge);
    else {
      const milliseconds = performance.now() - start;
      return { isThrough: response.status === 201, milliseconds, challenges };
    }
  }
}

function startBots({ url, causeId, networks, callsPerMinute }: BotOrders) {
  const orders: BotOrders = { url, causeId, networks, callsPerMinute };
  const script = resolve(import.meta.dirname, '../support/bots.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUpLater(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  return {
    async stop(): Promise<BotReport> {
      child.kill('SIGTERM');
      await ended;
      return JSON.parse(output);
    },
  };
}

const inTime = ({ isThrough, milliseconds }: Donor) => isThrough && milliseconds <= patience;
const sumOf = (donors: Donor[]) => donors.reduce((sum, { challenges }) => sum + challenges, 0);
const share = (donors: Donor[]) => Math.floor((100 * donors.filter(inTime).length) / donors.length);

function rowOf(name: string, donors: Donor[]): (string | number)[] {
  const times = donors.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other);
  const { middle, worst } = middleAndWorst(times);
  const most = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
  return [
    name,
    donors.length,
    donors.filter(inTime).length,
    sumOf(donors),
    ...[middle, most, worst].map((ms) => Math.round(ms)),
  ];
}
