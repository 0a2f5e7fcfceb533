import { z } from 'zod';

/**
 * A puzzle that takes a computer a moment: find the `counter` for which PBKDF2 of nonce and counter begins
 * with `keyPrefix`. Made and solved by ALTCHA's library, version 2; signed, used once, gone at `expiresAt`
 * (seconds since 1970).
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
    data: z.strictObject({ form: z.string() }),
  }),
  signature: z.string(),
});
/** {@link challenge} as a type. */
export type Challenge = z.infer<typeof challenge>;

/** A challenge with its solution. */
export const solvedChallenge = z.object({
  challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
