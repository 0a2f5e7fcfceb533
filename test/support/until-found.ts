import { type EventEmitter, on } from 'node:events';
import { isRelease } from '#test/support/tier.ts';

// In a release run, hundreds of mails may be sent first.
const patience = isRelease ? 600_000 : 100_000;

/**
 * Looks for something now and after each event, until it is there. What never comes fails, with what there is instead.
 */
export async function untilFound<T>(
  [emitter, event]: [EventEmitter, string],
  look: () => T | undefined | Promise<T | undefined>,
  missing: () => string | Promise<string>,
): Promise<T> {
  // Listens before it looks, so that nothing comes in between.
  const events = on(emitter, event, { signal: AbortSignal.timeout(patience) });
  try {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await events.next();
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    throw new Error(`${await missing()} within ${patience / 1_000} s`);
  } finally {
    await events.return?.();
  }
}
