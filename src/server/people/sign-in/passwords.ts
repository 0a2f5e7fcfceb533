import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurns } from '#server/platform/misuse/turns.ts';

/* Hashes passwords, two at a time. */

const derive = promisify(argon2);
// Node.js has four threads for this, for compressing pages, and for reading files. Two are left for the visitors of
// the site, however many passwords somebody sends from however many networks.
const turns = createTurns({
  atOnce: 2,
  keptForFirst: 0,
  longestLine: 500,
  refusal: 'Very many people are signing in right now. Please try again in a minute.',
});

// OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/**
 * The stored form of a password, in the PHC text format, so that the cost can be raised later. Whoever may choose one
 * goes before strangers who wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await turns(1, () =>
    derive('argon2id', { message: password, nonce, tagLength, ...cost }),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Whether a password matches its stored form. Without one (an unknown address, or an invitation that was not
 * accepted yet), it does the same work and returns false, so that the time reveals nothing. A known browser goes
 * before strangers who wait.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  isKnown = true,
): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? '');
  const [, memory, passes, parallelism, nonce, tag] = match ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await turns(isKnown ? 1 : 2, () =>
    derive('argon2id', {
      message: password,
      nonce: nonce ? Buffer.from(nonce, 'base64') : randomBytes(16),
      tagLength,
      memory: Number(memory ?? cost.memory),
      passes: Number(passes ?? cost.passes),
      parallelism: Number(parallelism ?? cost.parallelism),
    }),
  );
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
