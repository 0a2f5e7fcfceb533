import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '#contract/challenge.ts';

self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  self.postMessage(await solveChallenge({ challenge, deriveKey }));
};

// A rejected promise is no error event, which is what the page waits for.
self.onunhandledrejection = ({ reason }: PromiseRejectionEvent) => {
  throw reason;
};
