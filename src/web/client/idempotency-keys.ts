/** Makes the keys with which the server does a call only once. */
export interface IdempotencyKeys {
  /** The key of a call with this content: the same for the same content, until it is answered. */
  keyFor(content: unknown): string;
  /** A call was answered: the next one is another, even with the same content. Without a content, all were. */
  renew(content?: unknown): void;
  /** The calls without an answer, to be kept. */
  waiting(): WaitingCall[];
}

type WaitingCall = [content: string, call: { key: string; at: number }];

// In milliseconds: so much later, whoever sends the same again means another one.
const longestWait = 15 * 60_000;

/** Resending after a lost response is safe, because the content, and so the key, is the same. */
export function createIdempotencyKeys(kept: readonly WaitingCall[] = []): IdempotencyKeys {
  const calls = new Map(kept);
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      const known = calls.get(text);
      if (known && Date.now() - known.at < longestWait) return known.key;
      const key = newKey();
      calls.set(text, { key, at: Date.now() });
      return key;
    },
    renew(content) {
      if (content === undefined) calls.clear();
      else calls.delete(JSON.stringify(content));
    },
    waiting: () => [...calls],
  };
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers do not offer over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
