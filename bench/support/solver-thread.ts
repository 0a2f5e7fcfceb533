import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { solve } from './solve.ts';

/** A thread of the bots that solves challenges. */

// In an attack, this happens on other machines: here it only takes what the server leaves. On Linux, this sets the
// priority of this thread alone.
setPriority(0, 19);

parentPort?.on('message', async ({ id, challenge }) => {
  parentPort?.postMessage({ id, solution: await solve(challenge) });
});
