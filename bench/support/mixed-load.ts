import type { Db } from '#server/platform/db/schema.ts';
import type { Client } from './client.ts';

/**
 * Everything that the server acknowledged. None of it may be missing afterwards, no matter how the server ended.
 */
export class Acknowledged {
  readonly checkouts = new Set<string>();
  /** Cents by the donation's id. */
  readonly donations = new Map<string, number>();
  readonly nominations = new Set<string>();
  readonly accepted = new Set<string>();
  /** Cents by the allocation's id. */
  readonly allocations = new Map<string, number>();
  readonly releases = new Set<string>();

  get count(): number {
    const { checkouts, donations, nominations, accepted, allocations, releases } = this;
    return [checkouts, donations, nominations, accepted, allocations, releases].reduce(
      (sum, { size }) => sum + size,
      0,
    );
  }

  /** What was acknowledged and is missing, one line each. */
  async lostIn(db: Db): Promise<string[]> {
    const checkouts = await db.selectFrom('checkouts').select('id').execute();
    const donations = await db.selectFrom('donations').select(['id', 'amountCents']).execute();
    const nominations = await db.selectFrom('nominations').select(['id', 'isAccepted']).execute();
    const entries = await db
      .selectFrom('ledgerEntries')
      .select(['kind', 'allocationId', 'amountCents'])
      .where('allocationId', 'is not', null)
      .execute();
    const keyOf = (id: string | null, cents: number) => `${id} ${cents}`;
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
    const expected: [string, Iterable<string>, Iterable<string | null>][] = [
      ['checkout', this.checkouts, checkouts.map(({ id }) => id)],
      [
        'donation',
        [...this.donations].map(([id, cents]) => keyOf(id, cents)),
        donations.map(({ id, amountCents }) => keyOf(id, amountCents)),
      ],
      ['nomination', this.nominations, nominations.map(({ id }) => id)],
      [
        'acceptance',
        this.accepted,
        nominations.filter(({ isAccepted }) => isAccepted).map(({ id }) => id),
      ],
      [
        'allocation',
        [...this.allocations].map(([id, cents]) => keyOf(id, cents)),
        of('allocation').map(({ allocationId, amountCents }) => keyOf(allocationId, amountCents)),
      ],
      ['release', this.releases, of('release').map(({ allocationId }) => allocationId)],
    ];
    return expected.flatMap(([what, acknowledged, stored]) => {
      const there = new Set(stored);
      return [...acknowledged].filter((key) => !there.has(key)).map((key) => `${what} ${key}`);
    });
  }
}

/** The server refused without a reason, or responded with an error of its own. */
class Unexpected extends Error {}

const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  phone: '555-0100',
  zip: '10001',
};

/**
 * Simulates donors, nominators, and administrators until the server is gone. Records each response that
 * acknowledges something. Throws if a running server responds wrongly.
 */
export async function workUntilCut(
  client: Client,
  causeId: string,
  done: Acknowledged,
  workers = 8,
): Promise<void> {
  const steps = [donate, donate, nominate, allocateSome, allocateSome, allocateSome, releaseOne];
  const work = async () => {
    for (;;) {
      try {
        await any(steps)?.(client, causeId, done);
      } catch (error) {
        if (error instanceof Unexpected) throw error;
        // The connection broke because the server was killed.
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
}

type Step = (client: Client, causeId: string, done: Acknowledged) => Promise<void>;

const donate: Step = async (client, causeId, done) => {
  const amount = 100 + Math.floor(Math.random() * 50_000);
  const { url } = await expectStatus(
    client.post('/api/donations', { amount, causeId, ...person }),
    201,
  );
  const id = String(url).split('/').at(-1) ?? '';
  done.checkouts.add(id);
  await expectStatus(client.pay(String(url)), 303);
  done.donations.set(id, amount);
};

const nominate: Step = async (client, causeId, done) => {
  const body = { nominee: 'Maria Lopez', description: 'Her heating broke.', causeId, ...person };
  const { id } = await expectStatus(client.post('/api/nominations', body), 201);
  done.nominations.add(String(id));
  const accept = { isAccepted: true, isRejected: false };
  await expectStatus(client.post(`/api/nominations/${id}`, accept), 200);
  done.accepted.add(String(id));
};

const allocateSome: Step = async (client, _causeId, done) => {
  const donationId = any([...done.donations.keys()]);
  const nominationId = any([...done.accepted]);
  if (!donationId || !nominationId) return;
  const amount = 1 + Math.floor(Math.random() * 5_000);
  const body = { amount, donationId, nominationId };
  const { id } = await expectStatus(client.post('/api/allocations', body), 201, 409);
  if (id) done.allocations.set(String(id), amount);
};

const releaseOne: Step = async (client, _causeId, done) => {
  const id = any([...done.allocations.keys()]);
  if (!id) return;
  const body = { reason: 'bench' };
  const released = await expectStatus(
    client.post(`/api/allocations/${id}/release`, body),
    200,
    409,
  );
  if (released.id) done.releases.add(id);
};

/** The response's body; nothing for a refusal that may happen (`or`) or a response without one. */
async function expectStatus(
  call: Promise<Response>,
  status: number,
  or?: number,
): Promise<Record<string, unknown>> {
  const answer = await call;
  const text = await answer.text();
  if (answer.status === or) return {};
  if (answer.status !== status) {
    throw new Unexpected(`${answer.status} instead of ${status} from ${answer.url}: ${text}`);
  }
  return text.startsWith('{') ? JSON.parse(text) : {};
}

function any<T>(list: T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
