import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runTask } from '#server/publishing/processing/processing.ts';
import { picture } from '#test/support/sample-files.ts';

test('a process that cannot even start does not blame the file', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'everycent-processing-'));
  onTestFinished(() => rm(outDir, { recursive: true }));
  const input = join(outDir, 'original');
  await writeFile(input, await picture());
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  // Ends at once with an error, as Node does when a module is missing.
  process.execPath = '/bin/false';
  await expect(runTask({ name: 'photo', input, outDir })).rejects.toThrow(
    'We could not process this file. Please add it again.',
  );
});
