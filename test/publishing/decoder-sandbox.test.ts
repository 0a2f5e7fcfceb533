import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Outcome,
  permissionsFor,
  processingEntry,
  type Task,
} from '#server/publishing/processing/processing.ts';
import { recordFigures } from '#test/support/figures.ts';
import { picture } from '#test/support/sample-files.ts';
import { webm } from '#test/support/sample-videos.ts';

const samples = { photo: await picture(), webm: webm() };
// Machine code that an attacker could bring along: any will do.
const [addon = ''] = globSync('node_modules/lightningcss-*/*.node');

/** Runs a task with an attacker inside; returns what the attacker could do, and the result of the task. */
async function attacked(name: keyof typeof samples, flagsFor: (task: Task) => string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'everycent-sandbox-'));
  try {
    const outDir = join(dataDir, 'work', 'file-1');
    for (const folder of [outDir, join(dataDir, 'files'), join(dataDir, 'database')]) {
      await mkdir(folder, { recursive: true });
    }
    for (const path of ['secret-key', 'secret-key.json', '.env', 'expendable']) {
      await writeFile(join(dataDir, path), '7');
    }
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17');
    // Made by somebody else beforehand: the attacker can only use it.
    await symlink(dataDir, join(outDir, 'dangling'));
    const input = join(outDir, 'original');
    await writeFile(input, samples[name]);
    const attacker = join(outDir, 'attacker.mjs');
    await copyFile(new URL('../support/attacker-in-decoder.mjs', import.meta.url), attacker);
    const planted = join(outDir, 'planted.node');
    await copyFile(addon, planted);
    await writeFile(
      join(outDir, 'attacker.json'),
      JSON.stringify({ outDir, dataDir, addon: planted, code: processingEntry }),
    );

    const task: Task = { name, input, outDir };
    const child = fork(processingEntry, {
      execArgv: [...flagsFor(task), '--import', attacker],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.send(task);
    const [outcome] = (await once(child, 'message')) as [Outcome];
    await once(child, 'exit');
    const report = JSON.parse(await readFile(join(outDir, 'worked.json'), 'utf8'));
    return { outcome, ...(report as { worked: string[]; tried: string[]; env: string[] }) };
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

test.each(['photo', 'webm'] as const)(
  'who takes over the decoder of a %s reaches nothing but that file',
  async (name) => {
    const { worked, tried, env, outcome } = await attacked(name, permissionsFor);
    // Node follows links that are there already, so there must be none: nothing of ours makes any.
    const known = 'the secret key by way of a link that is there';
    const others = worked.filter((attack) => attack !== known);
    recordFigures('U9', { attacks: tried.length - 1, 'that worked': others.length });
    expect(outcome).toMatchObject({ result: { outputs: expect.any(Array) } });
    expect(worked).toEqual([known]);
    expect(env.filter((variable) => !/^(NODE_CHANNEL|__|VIPSHOME$)/.test(variable))).toEqual([]);
  },
);

test('the same attacks work where nothing stops them', async () => {
  const { worked, tried } = await attacked('photo', () => []);
  const failed = tried.filter((attack) => !worked.includes(attack));
  expect(failed).toEqual([]);
});
