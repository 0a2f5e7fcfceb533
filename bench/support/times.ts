import { createClient, signIn } from './client.ts';
import { middleAndWorst } from './report.ts';
import type { BenchServer } from './server.ts';

/** How long a call over HTTP takes to the end of its response, in milliseconds, several times. */
export async function timesOfCall(
  { url }: BenchServer,
  count: number,
  path: string,
  body?: object,
): Promise<number[]> {
  const client = createClient(url, await signIn(url));
  return timesOf(count, async () => {
    const answer = await (body ? client.post(path, body) : client.get(path));
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${text}`);
  });
}

/** How long some work takes, in milliseconds, several times after a warm-up. */
export async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const measured: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now();
    await work();
    measured.push(performance.now() - startedAt);
  }
  return measured;
}

/** The median and the worst of some times, in a cell of a table. */
export function inCell(measured: number[]): string {
  const { middle, worst } = middleAndWorst(measured);
  return `${middle.toFixed(1)} / ${worst.toFixed(1)}`;
}
