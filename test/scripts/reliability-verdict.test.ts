import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Bar, bars } from '../../bench/support/bars.ts';
import { judge, namesWithLimit } from '../../bench/support/verdict.ts';
import { figuresOf } from '../../scripts/support/recorded-figures.ts';

const bar: Bar = {
  id: 'X1',
  asks: '100 payments, of which none is lost, each answered within 500 ms',
  most: { lost: 0, milliseconds: 500 },
  least: { payments: 100 },
  same: [['payments', 'receipts']],
};
const right = { lost: 0, milliseconds: 500, payments: 100, receipts: 100 };
const shown = (figures: Record<string, number>, database = 'embedded', name = 'a.test.ts') => ({
  test: name,
  database,
  figures,
});
const verdict = (...evidence: Parameters<typeof judge>[1]) => judge(bar, evidence);

describe('a bar', () => {
  test('is met when every limit is kept, to the last unit', () => {
    expect(verdict(shown(right))).toEqual({ state: 'met', because: [] });
  });

  test.each([
    [{ lost: 1 }, 'lost 1, at most 0 (embedded)'],
    [{ milliseconds: 1_605 }, 'milliseconds 1,605, at most 500 (embedded)'],
    [{ lost: Number.NaN }, 'lost NaN, at most 0 (embedded)'],
    [{ payments: 99, receipts: 99 }, 'payments 99, at least 100 (embedded)'],
    [{ receipts: 99 }, 'payments 100, but receipts 99 (embedded)'],
  ])('is not met with %j, and says so', (figures, because) => {
    expect(verdict(shown({ ...right, ...figures }))).toEqual({
      state: 'not met',
      because: [because],
    });
  });

  test('is not measured without a figure, and with one for a part of its limits only', () => {
    expect(verdict()).toEqual({ state: 'not measured', because: ['no figure'] });
    const { lost: _, ...others } = right;
    expect(verdict(shown(others))).toEqual({
      state: 'not measured',
      because: ['no figure for “lost”'],
    });
    expect(verdict(shown({ ...others, milliseconds: 501 })).state).toBe('not met');
  });

  test('without a limit is never met, whatever is handed in', () => {
    expect(judge({ id: 'X2', asks: 'something' }, [shown(right)]).state).toBe('not measured');
  });
});

describe('on two databases', () => {
  const parts = (database: string, payments: number, name?: string) =>
    shown({ ...right, payments, receipts: payments }, database, name);

  test('a figure that is too large on one of them is not made good by the other', () => {
    const slow = shown({ ...right, milliseconds: 501 }, 'postgres');
    expect(verdict(shown(right), slow).because).toEqual([
      'milliseconds 501, at most 500 (postgres)',
    ]);
  });

  test('the scale is reached by the tests of one database together, not by both together', () => {
    expect(verdict(parts('postgres', 60), parts('postgres', 40, 'b.test.ts')).state).toBe('met');
    expect(verdict(parts('postgres', 60), parts('embedded', 40)).because).toEqual([
      'payments 60, at least 100 (postgres)',
      'payments 40, at least 100 (embedded)',
    ]);
    expect(verdict(parts('postgres', 100), parts('embedded', 1)).state).toBe('met');
  });

  test('a bar that asks for both is met on both only', () => {
    const both = { ...bar, onBoth: ['payments'] };
    const small = judge(both, [parts('postgres', 100), parts('embedded', 1)]);
    expect(small).toEqual({
      state: 'not met',
      because: ['payments 1, at least 100 (embedded)'],
    });
    expect(judge(both, [parts('postgres', 100)])).toEqual({
      state: 'not measured',
      because: ['no figure for “payments” (embedded)'],
    });
    expect(judge(both, [parts('postgres', 100), parts('embedded', 100)]).state).toBe('met');
  });
});

test('the figures of a test file add up over its cases, for each database', () => {
  const common = { file: 'a.test.ts', name: 'a', seconds: 1, error: '' };
  const recorded = (project: string, state: 'passed' | 'failed') => ({
    ...common,
    project,
    state,
    figures: { X1: { lost: 1, payments: 50 } },
  });
  expect(
    figuresOf([
      recorded('embedded', 'passed'),
      recorded('embedded', 'failed'),
      recorded('postgres', 'passed'),
      { ...common, project: 'postgres', state: 'failed' },
    ]),
  ).toEqual({
    bars: [
      { bar: 'X1', database: 'embedded', figures: { lost: 2, payments: 100 } },
      { bar: 'X1', database: 'postgres', figures: { lost: 1, payments: 50 } },
    ],
    failed: ['a'],
  });
});

describe('every bar of the report', () => {
  const all = Object.values(bars).flat();
  const sources = globSync('{src,test,bench/scenarios}/**/*.ts')
    .filter((file) => !file.endsWith('reliability-verdict.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /recordFigures\(|Figures\b/.test(text));
  const isHandedIn = (name: string) =>
    sources.some((text) => text.includes(`'${name}'`) || new RegExp(`\\b${name}\\b`).test(text));

  test('has an id of its own, and limits that can be missed', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter((one) => namesWithLimit(one).length === 0)).toEqual([]);
    for (const { onBoth = [], ...one } of all) {
      expect(namesWithLimit(one)).toEqual(expect.arrayContaining(onBoth));
    }
  });

  test('has a limit on figures that some test hands in, or says why there are none', () => {
    const unknown = all.flatMap((one) =>
      namesWithLimit(one)
        .filter((name) => !isHandedIn(name) && !one.note)
        .map((name) => `${one.id}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('has no limit on a figure that is written down as 0 instead of counted', () => {
    const recorded = sources.flatMap((text) => text.match(/recordFigures\([^;]*;/g) ?? []);
    const names = all.flatMap(({ most = {} }) => Object.keys(most));
    const written = names.filter((name) => recorded.some((text) => text.includes(`'${name}': 0`)));
    expect(recorded.length).toBeGreaterThan(100);
    expect(written).toEqual([]);
  });
});
