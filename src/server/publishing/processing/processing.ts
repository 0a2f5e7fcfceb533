import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Redaction } from '#contract/publishing/files.ts';

/** A task on one file, with the paths of what to read and of an empty folder for the results. */
export type Task = { outDir: string } & (
  | { name: 'photo' | 'receipt-picture' | 'receipt-pdf' | 'mp4' | 'webm'; input: string }
  | { name: 'redact'; pages: string[]; redactions: Redaction[]; asPdf: boolean }
);

/** A file that was made. */
export interface Output {
  path: string;
  role: 'page' | 'public';
  page: number;
  mediaType: string;
  width: number | null;
  height: number | null;
}

/** The results, and what is now known about the original. */
export interface Result {
  outputs: Output[];
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
}

/** The content cannot be used; the message says why, for people. */
export class RefusedContentError extends Error {}

/** What the process that does the work reports. */
export type Outcome = { result: Result } | { refusal: string };

const entry = fileURLToPath(new URL('./processing-child.ts', import.meta.url));
// Ordinary files take a second or two; what takes longer was made to. Pages to black out are our own pictures, of
// which there may be twenty. A video is copied picture by picture: a long one takes long.
const manyParts = 60_000;
const onePart = 20_000;

/** CPU time that a task may use, in milliseconds. */
export function workLimitMs({ name }: Task): number {
  return name === 'redact' || name === 'mp4' || name === 'webm' ? manyParts : onePart;
}

/**
 * Does the work in a separate process, because decoders of foreign content are where memory and time get out of
 * control. Throws RefusedContentError if the content cannot be used.
 */
export function runTask(task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(entry, {
      // Garbage counts as memory in use, so it is collected early.
      execArgv: ['--max-old-space-size=256', '--max-semi-space-size=4'],
      // None of the server's secrets.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Wall-clock time, for a process that no longer checks its own time; a busy machine gives it a third of the
    // CPU.
    const timer = setTimeout(() => child.kill('SIGKILL'), 3 * workLimitMs(task));
    let outcome: Outcome | null = null;
    child.on('message', (message: Outcome) => {
      outcome = message;
    });
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      if (outcome === null) {
        reject(new RefusedContentError('This file is too large or too complex to process.'));
      } else if ('refusal' in outcome) reject(new RefusedContentError(outcome.refusal));
      else resolve(outcome.result);
    });
    child.send(task);
  });
}
