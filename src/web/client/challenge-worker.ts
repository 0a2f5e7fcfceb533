import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '#contract/challenge.ts';

/* The thread in which a page solves a challenge. */

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge({ challenge, deriveKey }));
};

// The page waits for an error event, which a rejected promise does not cause.
self.onunhandledrejection = ({ reason }: PromiseRejectionEvent) => {
  throw reason;
};
