import { AppError } from '#server/platform/errors.ts';

/* Whose call is worked on next when many arrive. */

/**
 * Calls of public forms that are worked on at the same time: enough for 6,000 donations a minute while the payment
 * provider takes half a second for each.
 */
export const callsAtOnce = 50;
/** The part of these that only the first two calls of a network may use: a donor who meets a challenge calls twice. */
export const keptForNewcomers = 30;
/** Calls that may wait for their turn: what can be done in the 30 seconds that a browser waits. */
export const longestLine = 2_000;

/** Does a work when it is its turn. The lower the rank, the sooner. */
export type Turns = <T>(rank: number, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  rank: number;
  begin: () => void;
  refuse: (error: AppError) => void;
}

interface TurnOptions {
  /** Works at the same time. */
  atOnce: number;
  /** Of these, how many can only be of rank 1 or 2: a donor who meets a challenge calls twice. */
  keptForFirst: number;
  longestLine: number;
  /** Tells those who are refused what is going on and what has not happened. */
  refusal: string;
}

/**
 * Does a limited number of works at the same time. Of those that wait, the one with the lowest rank is next, and of
 * equal ones the first. If too many wait, the last in line is refused.
 */
export function createTurns({ atOnce, keptForFirst, longestLine, refusal }: TurnOptions): Turns {
  const line: Waiting[] = [];
  let working = 0;

  const hasRoom = (rank: number) => working < (rank <= 2 ? atOnce : atOnce - keptForFirst);

  function turn(rank: number): Promise<void> {
    if (hasRoom(rank)) {
      working += 1;
      return Promise.resolve();
    }
    return new Promise((begin, refuse) => {
      const behind = line.findIndex((other) => other.rank > rank);
      line.splice(behind < 0 ? line.length : behind, 0, { rank, begin, refuse });
      if (line.length > longestLine) line.pop()?.refuse(tooMany(refusal));
    });
  }

  return async (rank, work) => {
    await turn(rank);
    try {
      return await work();
    } finally {
      working -= 1;
      if (line[0] && hasRoom(line[0].rank)) {
        working += 1;
        line.shift()?.begin();
      }
    }
  };
}

function tooMany(refusal: string): AppError {
  return new AppError('too_many_requests', refusal, undefined, 60);
}
