import type { ApiError } from '#web/client/api-client.ts';

/** Makes the keys with which the server does a call only once. */
export interface IdempotencyKeys {
  /**
   * Makes a call with its key. The server repeats its answer to the same key, a refusal, too, so after an answer the next
   * call is another one, even with the same content. After a failure of the server, without a response, or after signing in,
   * confirming, or waiting, it is the same call.
   */
  send<Output>(content: unknown, call: (key: string) => Promise<Output>): Promise<Output>;
  /** The calls without an answer, to be kept. */
  waiting(): WaitingCall[];
}

type WaitingCall = [content: string, call: { key: string; at: number }];

// In milliseconds: so much later, whoever sends the same again means another one.
const longestWait = 15 * 60_000;

/** Resending after a lost response is safe, because the content, and so the key, is the same. */
export function createIdempotencyKeys(kept: readonly WaitingCall[] = []): IdempotencyKeys {
  const calls = new Map(kept);
  function keyFor(text: string): string {
    const known = calls.get(text);
    if (known && Date.now() - known.at < longestWait) return known.key;
    const key = newKey();
    calls.set(text, { key, at: Date.now() });
    return key;
  }
  return {
    async send(content, call) {
      const text = JSON.stringify(content);
      try {
        const output = await call(keyFor(text));
        calls.delete(text);
        return output;
      } catch (error) {
        if (isRefused(error as Partial<ApiError>)) calls.delete(text);
        throw error;
      }
    },
    waiting: () => [...calls],
  };
}

/**
 * Whether the server has answered, and will not do it. What a proxy says has no data. Who has to sign in, confirm, or wait
 * is told so before the server looks at the key: an earlier call with it may have been done.
 */
function isRefused({ status = 0, data }: Partial<ApiError>): boolean {
  if (data === undefined || data.code === 'confirm_identity') return false;
  return status < 500 && status !== 401 && status !== 429;
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers do not offer over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
