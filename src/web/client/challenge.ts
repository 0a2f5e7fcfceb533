import type { Challenge } from '#contract/challenge.ts';
import { notifyWhile } from '#web/ui/notify.ts';

/** Solves the server's challenge in the background and returns the value of the header. */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await notifyWhile('Checking that you are not a robot…', solve(challenge));
  return btoa(JSON.stringify({ challenge, solution }));
}

function solve(challenge: Challenge): Promise<unknown> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), {
    type: 'module',
  });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
