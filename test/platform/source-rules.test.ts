import { expect, test } from 'vitest';
import { recordFigures } from '#test/support/figures.ts';
import { readSources } from '../../scripts/source-rules.ts';

const bars: Record<string, string[]> = {
  code: ['V5'],
  sql: ['A28'],
  markup: ['A29'],
  addresses: ['A33'],
  // There is no export of cells: whoever adds the first one has to show that no cell starts a formula.
  sheets: ['A31'],
  comparisons: ['V9'],
};

test.each(readSources().map((reading) => [reading.rule.keepsOut, reading] as const))(
  'the sources contain nothing that lets %s in',
  (keepsOut, { files, found }) => {
    for (const bar of bars[keepsOut] ?? []) {
      recordFigures(bar, { 'source files read': files, 'places found': found.length });
    }
    expect(files).toBeGreaterThan(20);
    expect(found).toEqual([]);
  },
);
