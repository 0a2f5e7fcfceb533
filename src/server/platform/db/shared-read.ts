import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Lets callers who ask for the same at the same time share one read, so that a crowd costs the database no more
 * than a few visitors. Nobody gets what was read before they asked: whoever comes during a read shares the next one. A read
 * that takes longer than `patience`, in milliseconds, fails for those who share it, and nobody else waits for it.
 */
export function sharedRead<Input, Result>(
  read: (input: Input) => Promise<Result>,
  patience = 60_000,
): (input: Input) => Promise<Result> {
  const current = new Map<string, Promise<Result>>();
  const next = new Map<string, Promise<Result>>();
  return (input) => {
    const key = JSON.stringify(input) ?? '';
    const start = () => {
      next.delete(key);
      const reading = within(patience, read(input)).finally(() => current.delete(key));
      current.set(key, reading);
      return reading;
    };
    const before = current.get(key);
    if (!before) return start();
    // Whether it succeeds concerns only those who share it.
    const turn = next.get(key) ?? before.then(start, start);
    next.set(key, turn);
    return turn;
  };
}

async function within<Result>(patience: number, reading: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const tooLong = sleep(patience, null, { signal: over.signal, ref: false }).then(() => {
    // As of a connection that broke: it may succeed later.
    throw new Error('Connection terminated: the answer takes too long');
  });
  try {
    return await Promise.race([reading, tooLong]);
  } finally {
    tooLong.catch(() => {});
    over.abort();
  }
}
