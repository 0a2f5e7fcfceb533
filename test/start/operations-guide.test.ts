import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { variableNames } from '#server/platform/config.ts';

test('the guide of operations explains every variable, and none that there is not', async () => {
  const guide = await readFile('docs/operations.md', 'utf8');
  const rows = guide.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const explained = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name),
  );
  expect(explained.sort()).toEqual([...variableNames].sort());
});
