import { workerData } from 'node:worker_threads';

/** Calls the addresses one after the other, again and again, until the thread is ended: `clients` of it at once. */
const { url, paths, clients } = workerData as { url: string; paths: string[]; clients: number };

async function loop(first: number): Promise<never> {
  for (let index = first; ; index += 1) {
    const answer = await fetch(url + paths[index % paths.length]);
    await answer.arrayBuffer();
  }
}

for (let client = 0; client < clients; client += 1) void loop(client);
