import { Worker } from 'node:worker_threads';
import type { Challenge } from '#contract/challenge.ts';
import { solutionHeader } from '#contract/form-headers.ts';

/**
 * Bots in a process of their own. They send the donation form from many networks at a constant rate and solve every
 * challenge that they meet. Started with their orders as JSON, until `SIGTERM`; then they say what they have done.
 */

export interface BotOrders {
  url: string;
  causeId: string;
  networks: number;
  callsPerMinute: number;
}
export interface BotReport {
  /** Calls by their status, or by the error if there was no response. */
  answers: Record<string, number>;
  solved: number;
}

const { url, causeId, networks, callsPerMinute }: BotOrders = JSON.parse(process.argv[2] ?? '');
const report: BotReport = { answers: {}, solved: 0 };
/** Solved challenges, which are sent before anything else. */
const ready: { network: number; solution: string }[] = [];
const solving = new Map<number, number>();
let nextId = 0;
const threads = [1, 2].map(() => {
  const thread = new Worker(new URL('./solver-thread.ts', import.meta.url));
  thread.on('message', ({ id, solution }) => {
    report.solved += 1;
    ready.push({ network: solving.get(id) ?? 0, solution });
    solving.delete(id);
  });
  return thread;
});

function solveLater(network: number, challenge: Challenge): void {
  nextId += 1;
  solving.set(nextId, network);
  threads[nextId % threads.length]?.postMessage({ id: nextId, challenge });
}

async function send(network: number, solution?: string): Promise<void> {
  const status = await fetch(`${url}/api/donations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${network >> 8}.${network & 255}`,
      ...(solution !== undefined && { [solutionHeader]: solution }),
    },
    body: JSON.stringify({
      amount: 500,
      causeId,
      firstName: 'Bot',
      lastName: `Number ${network}`,
      email: `bot-${network}@example.net`,
      phone: '1',
      zip: '1',
    }),
  })
    .then(async (response) => {
      const body = (await response.json()) as { challenge: Challenge };
      if (response.status === 428) solveLater(network, body.challenge);
      return response.status;
    })
    .catch((error) => String(error.cause?.code ?? error));
  report.answers[status] = (report.answers[status] ?? 0) + 1;
}

const startedAt = performance.now();
let sent = 0;
let turn = 0;
const timer = setInterval(() => {
  const due = ((performance.now() - startedAt) / 60_000) * callsPerMinute;
  for (; sent < due; sent++) {
    const next = ready.shift();
    if (next) void send(next.network, next.solution);
    else void send(turn++ % networks);
  }
}, 5);

process.once('SIGTERM', () => {
  clearInterval(timer);
  process.stdout.write(JSON.stringify(report), () => process.exit());
});
