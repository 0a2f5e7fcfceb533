import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnreadableFileError } from '#server/platform/reading/unreadable-file.ts';

/* Reads a file of strangers in a process of its own, with limits of time and memory. */

/** What such a process reports. */
export type Outcome<Result> = { result: Result } | { refusal: string };

/** What it sends: long lists of its result in parts before. */
export type Message<Result> = Outcome<Result> | { list: string; part: unknown[] };

// Twenty megabytes of XML take some seconds; what takes longer was made to.
const patience = 60_000;
// A tree of twenty megabytes of XML takes about 550 MB.
const maxMegabytes = 900;
/** What such a process may open. */
export const ourCode = ['src/', 'node_modules/', 'package.json'].map((name) => {
  const path = realpathSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)));
  return name.endsWith('/') ? `${path}${sep}` : path;
});

/**
 * Reads a file of strangers in a process of its own, which can open no file but our code, and which ends when it takes
 * too long or too much memory. `entry` is its module, which calls `answerParent`. Throws UnreadableFileError if the
 * file cannot be used.
 */
export function runInChild<Result extends object>(entry: URL, task: object): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(entry), {
      execArgv: [
        `--max-old-space-size=${maxMegabytes}`,
        '--permission',
        // It would open any file without asking for permission.
        '--no-experimental-sqlite',
        ...ourCode.map((path) => `--allow-fs-read=${path}`),
      ],
      // None of the server's secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    let outcome: Outcome<Result> | null = null;
    const lists: Record<string, unknown[]> = {};
    child.on('message', (message: Message<Result>) => {
      if (!('list' in message)) outcome = message;
      else {
        lists[message.list] ??= [];
        lists[message.list]?.push(...message.part);
      }
    });
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      if (outcome === null) {
        reject(new UnreadableFileError('This file is too large or too complex to read.'));
      } else if ('refusal' in outcome) reject(new UnreadableFileError(outcome.refusal));
      else resolve({ ...outcome.result, ...lists });
    });
    // If it has ended before it was told, its exit says what to do.
    child.send(task, () => {});
  });
}
