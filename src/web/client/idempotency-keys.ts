/** Makes the keys with which the server books a money call of one form only once. */
export interface IdempotencyKeys {
  /** The key of a call with this content: the same for the same content, until `renew`. */
  keyFor(content: unknown): string;
  /** The next call is another one, even with the same content. */
  renew(): void;
}

/** Keys for one form. Resending after a lost response is safe, because the content, and so the key, is the same. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let last = { content: '', key: '' };
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (last.content !== text || last.key === '') last = { content: text, key: newKey() };
      return last.key;
    },
    renew() {
      last.key = '';
    },
  };
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers do not offer over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
