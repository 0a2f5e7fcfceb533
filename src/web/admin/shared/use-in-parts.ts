import { useState } from 'react';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';
import { createIdempotencyKeys } from '#web/client/idempotency-keys.ts';

/* Does something for many rows, part by part, and goes on after a lost connection. */

/** How far something is that is done for many rows. */
export interface PartsState<Id extends string> extends ManyOutcome<Id> {
  /** Those that the server has not answered for yet. */
  open: Id[];
  isRunning: boolean;
}

/**
 * Does something for many rows, as many in each call as the server takes. A lost connection leaves the rest open, and
 * running it again goes on from there: the call whose answer was lost is repeated with its key, so nothing is done twice.
 */
export function useInParts<Id extends string>() {
  const [state, setState] = useState<PartsState<Id> | null>(null);
  const [keys] = useState(createIdempotencyKeys);

  async function run(
    ids: Id[],
    /** What is sent with the ids, which belongs to the key. */
    content: unknown,
    send: (part: Id[], idempotencyKey: string) => Promise<ManyOutcome<Id>>,
  ): Promise<PartsState<Id>> {
    let now: PartsState<Id> = {
      done: state?.done ?? [],
      refused: state?.refused ?? [],
      open: state ? state.open : ids,
      isRunning: true,
    };
    setState(now);
    try {
      while (now.open.length > 0) {
        const part = now.open.slice(0, maxAtOnce);
        const { done, refused } = await keys.send({ content, part }, (key) => send(part, key));
        now = {
          ...now,
          done: [...now.done, ...done],
          refused: [...now.refused, ...refused],
          open: now.open.slice(part.length),
        };
        setState(now);
      }
    } finally {
      now = { ...now, isRunning: false };
      setState(now);
    }
    return now;
  }

  return { state, run };
}
