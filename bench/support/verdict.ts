import type { Bar } from './bars.ts';

/** What one test or scenario recorded for a bar. */
export interface Evidence {
  test: string;
  database: string;
  figures: Record<string, number>;
}

/** Whether a bar is met, and what it lacks. */
export interface Verdict {
  state: 'met' | 'not met' | 'not measured';
  /** One clause for each figure that misses its limit, and for each that is missing. */
  because: string[];
}

const databases = ['embedded', 'postgres'];

/**
 * A bar is met when all of its limits are kept, not met as soon as one figure misses its limit, and otherwise not
 * measured: a limit without a figure says nothing.
 */
export function judge(bar: Bar, evidence: Evidence[]): Verdict {
  const missed = [
    ...aboveMost(bar, evidence),
    ...belowLeast(bar, evidence),
    ...differing(bar, evidence),
  ];
  const missing = namesWithLimit(bar).flatMap((name) => notMeasured(name, bar, evidence));
  if (evidence.length === 0 || namesWithLimit(bar).length === 0) {
    return { state: 'not measured', because: ['no figure'] };
  }
  const because = [...missed, ...missing];
  if (missed.length > 0) return { state: 'not met', because };
  return { state: missing.length > 0 ? 'not measured' : 'met', because };
}

/** The figures that a bar has limits for. */
export function namesWithLimit({ most, least, same = [] }: Bar): string[] {
  return [...new Set([...Object.keys(most ?? {}), ...Object.keys(least ?? {}), ...same.flat()])];
}

function aboveMost({ most = {} }: Bar, evidence: Evidence[]): string[] {
  return Object.entries(most).flatMap(([name, limit]) =>
    evidence.flatMap(({ database, figures }) =>
      // Written so that what is not a number is above it, too.
      name in figures && !(Number(figures[name]) <= limit)
        ? [`${told(name, figures[name])}, at most ${told('', limit)}${on(database)}`]
        : [],
    ),
  );
}

/** Tests of the same database add up; one database is enough unless the bar asks for both. */
function belowLeast({ least = {}, onBoth = [] }: Bar, evidence: Evidence[]): string[] {
  return Object.entries(least).flatMap(([name, limit]) => {
    const sums = new Map<string, number>();
    for (const { database, figures } of evidence) {
      if (!(name in figures)) continue;
      sums.set(database, (sums.get(database) ?? 0) + Number(figures[name]));
    }
    const below = [...sums].filter(([, sum]) => !(sum >= limit));
    const isEnough = below.length < sums.size && !onBoth.includes(name);
    return isEnough
      ? []
      : below.map(
          ([database, sum]) => `${told(name, sum)}, at least ${told('', limit)}${on(database)}`,
        );
  });
}

function differing({ same = [] }: Bar, evidence: Evidence[]): string[] {
  return same.flatMap(([one, other]) =>
    evidence
      .filter(({ figures }) => one in figures && figures[one] !== figures[other])
      .map(
        ({ database, figures }) =>
          `${told(one, figures[one])}, but ${told(other, figures[other])}${on(database)}`,
      ),
  );
}

function notMeasured(name: string, { onBoth = [] }: Bar, evidence: Evidence[]): string[] {
  const measured = evidence.filter(({ figures }) => name in figures);
  if (measured.length === 0) return [`no figure for “${name}”`];
  return databases
    .filter((wanted) => onBoth.includes(name) && !measured.some((one) => one.database === wanted))
    .map((wanted) => `no figure for “${name}”${on(wanted)}`);
}

const told = (name: string, value: number | undefined) =>
  `${name} ${value === undefined ? 'not counted' : value.toLocaleString('en-US')}`.trim();
const on = (database: string) => (databases.includes(database) ? ` (${database})` : '');
