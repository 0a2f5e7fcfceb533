import { pbkdf2Sync } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import type { Challenge } from '#contract/challenge.ts';

/** Solves a challenge on this thread as fast as it can, and returns the value of the header. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({
    challenge,
    async deriveKey({ cost, keyLength = 32 }, salt, password) {
      return { derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256') };
    },
  });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
