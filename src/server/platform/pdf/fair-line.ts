import { AppError } from '#server/platform/errors.ts';

/* Turns between callers, as long as they wait. */

/** Somebody whose call waits for its turn. */
export interface LineCaller {
  /** The same for all calls of one person: "donor:<id>", "user:<id>". */
  name: string;
  /** Aborted when they have left. */
  signal: AbortSignal;
}

/** Does a work when it is its turn, unless its caller has left by then; null is a job of our own. */
export type FairLine = <T>(caller: LineCaller | null, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  begin: () => void;
  refuse: (reason: unknown) => void;
}

interface LineOptions {
  /** How many calls of one caller wait at most. */
  mostOfOne: number;
  /** How many calls of all callers together. */
  longest: number;
  /** Tells those who are refused what is going on, and what to do. */
  refusals: { mostOfOne: string; longest: string };
  /** When they may try again, in seconds. */
  retryAfter: number;
}

// No caller has a name without a colon.
const ourJobs = 'jobs';

/**
 * Does one work at a time. Callers take turns, whatever each has waiting; all jobs of our own together count as one
 * caller, and are never refused. If too many wait, the last call of whoever has the most of them is refused.
 */
export function createFairLine({
  mostOfOne,
  longest,
  refusals,
  retryAfter,
}: LineOptions): FairLine {
  /** By caller, whoever is next first. */
  const line = new Map<string, Waiting[]>();
  /** Whose work is being done. */
  let working: string | null = null;

  const tooMany = (message: string) =>
    new AppError('too_many_requests', message, undefined, retryAfter);

  function next(): void {
    const callers = [...line];
    // Whoever has just had a turn was not in line while they had it.
    const first = callers.find(([name]) => name !== working) ?? callers[0];
    working = first?.[0] ?? null;
    if (!first) return;
    const [name, [waiting, ...others]] = first;
    line.delete(name);
    if (others.length > 0) line.set(name, others);
    waiting?.begin();
  }

  function leave(name: string, waiting: Waiting): void {
    const others = line.get(name)?.filter((other) => other !== waiting) ?? [];
    // Whoever stays keeps their place.
    if (others.length > 0) line.set(name, others);
    else line.delete(name);
  }

  function dropOneIfTooLong(): void {
    const ofCallers = [...line].filter(([name]) => name !== ourJobs);
    const length = ofCallers.reduce((sum, [, waiting]) => sum + waiting.length, 0);
    if (length <= longest) return;
    const [name, most] = ofCallers.reduce((one, other) =>
      other[1].length >= one[1].length ? other : one,
    );
    const last = most.at(-1);
    if (!last) return;
    leave(name, last);
    last.refuse(tooMany(refusals.longest));
  }

  async function turn(caller: LineCaller | null): Promise<void> {
    caller?.signal.throwIfAborted();
    const name = caller?.name ?? ourJobs;
    if (working === null) {
      working = name;
      return;
    }
    const before = line.get(name) ?? [];
    if (caller && before.length >= mostOfOne) throw tooMany(refusals.mostOfOne);
    let onLeft = () => {};
    const begun = new Promise<void>((begin, refuse) => {
      const waiting = { begin, refuse };
      onLeft = () => {
        leave(name, waiting);
        refuse(caller?.signal.reason);
      };
      caller?.signal.addEventListener('abort', onLeft);
      line.set(name, [...before, waiting]);
    });
    dropOneIfTooLong();
    await begun.finally(() => caller?.signal.removeEventListener('abort', onLeft));
  }

  return async (caller, work) => {
    await turn(caller);
    try {
      return await work();
    } finally {
      next();
    }
  };
}
