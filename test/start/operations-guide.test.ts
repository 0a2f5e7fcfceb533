import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { variableNames } from '#server/platform/config.ts';

test('the operations guide explains every variable, and only existing ones', async () => {
  const guide = await readFile('docs/operations.md', 'utf8');
  const rows = guide.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const explained = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name),
  );
  expect(explained.sort()).toEqual([...variableNames].sort());
});
