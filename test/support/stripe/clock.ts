/** A length of time, in whole units. */
export interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** The time at Stripe. It follows the clock of the machine until a test moves or sets it. */
export interface FakeClock {
  /** In seconds since 1970, as Stripe counts. */
  now(): number;
  /** Moves on, and does what is due on the way, in order and each at its own time. */
  advance(span: Span): void;
  /** Moves on to a moment. */
  advanceTo(moment: Date | string): void;
  /** Stands still at a moment from now on, until it is moved. It goes back only while nothing is planned. */
  set(moment: Date | string): void;
  /** Does something at a later time, in seconds since 1970. */
  plan(at: number, task: () => void): void;
  /** Does what has become due by itself. */
  catchUp(): void;
}

export function createClock(): FakeClock {
  const tasks: { at: number; run: () => void }[] = [];
  let offset = 0;
  let standing: number | null = null;
  let during: number | null = null;

  function now(): number {
    return during ?? standing ?? Math.floor(Date.now() / 1000) + offset;
  }

  function runUntil(end: number): void {
    for (;;) {
      // The first of those that are due earliest: what was planned first happens first.
      const next = tasks.reduce<number>(
        (first, { at }, index) =>
          at < (tasks[first]?.at ?? Number.POSITIVE_INFINITY) ? index : first,
        -1,
      );
      const task = tasks[next];
      if (task === undefined || task.at > end) return;
      tasks.splice(next, 1);
      during = Math.max(task.at, during ?? 0);
      try {
        task.run();
      } finally {
        during = null;
      }
    }
  }

  function moveTo(end: number): void {
    const from = now();
    if (end < from) throw new Error('The clock only moves on.');
    runUntil(end);
    if (standing === null) offset += end - from;
    else standing = end;
  }

  return {
    now,
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      moveTo(now() + ((days * 24 + hours) * 60 + minutes) * 60 + seconds),
    advanceTo: (moment) => moveTo(secondsOf(moment)),
    set(moment) {
      const at = secondsOf(moment);
      if (at < now() && tasks.length > 0) throw new Error('The clock only moves on.');
      runUntil(at);
      standing = at;
    },
    plan: (at, run) => void tasks.push({ at, run }),
    catchUp: () => runUntil(now()),
  };
}

/** A moment as Stripe writes it. */
export function secondsOf(moment: Date | string): number {
  return Math.floor(new Date(moment).getTime() / 1000);
}
