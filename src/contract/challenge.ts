import { z } from 'zod';

/**
 * A puzzle that takes a computer a moment to solve: find the `counter` for which the PBKDF2 hash of nonce and
 * counter begins with `keyPrefix`. Created and solved by version 2 of the ALTCHA library. It is signed, works
 * once, and expires at `expiresAt` (seconds since 1970).
 */
export const challenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int(),
    /** What it is for: one form, and the caller's network as a keyed hash. */
    data: z.strictObject({ form: z.string(), network: z.string() }),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof challenge>;

/** A challenge with its solution. */
export const solvedChallenge = z.object({
  challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
