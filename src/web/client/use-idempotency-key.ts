import { useRef } from 'react';

/**
 * The key that makes the server book a money call only once. It stays the same for the same content, so that
 * resending after a lost response is safe; it changes with the content and after `renew()`.
 */
export function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' });
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last.current.content !== text || last.current.key === '') {
        last.current = { content: text, key: newKey() };
      }
      return last.current.key;
    },
    renew() {
      last.current.key = '';
    },
  };
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers do not offer over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
