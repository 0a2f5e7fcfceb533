import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Redaction } from '#contract/publishing/files.ts';

/*
 * Processes a file in a process of its own, with limits of time and memory, that can read and write nothing but that
 * file.
 */

/** The container of a video to copy. */
type VideoTask = 'mp4' | 'mov' | 'webm';

/** A task on one file, with the paths of what to read and of an empty folder for the results. */
export type Task = { outDir: string } & (
  | { name: 'photo' | 'receipt-picture' | 'receipt-pdf' | VideoTask; input: string }
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
  /** What somebody should look at, although the file can be used. */
  remark?: string;
}

/** The content cannot be used; the message says why, for people. */
export class RefusedContentError extends Error {}

/** What the process that does the work reports. */
export type Outcome = { result: Result } | { refusal: string };

export const processingEntry = fileURLToPath(new URL('./processing-child.ts', import.meta.url));
// Ordinary files take a second or two; what takes longer was made to. Pages to black out are our own pictures, of
// which there may be twenty. A video is copied picture by picture: a long one takes long.
const manyParts = 60_000;
const onePart = 20_000;

const megabyte = 1024 * 1024;
// A HEIC picture may use this much; the size of each picture is checked before it is decoded.
const limitBytes = 400 * megabyte;
// A PDF does not say in advance how much it needs. Twenty scanned pages fit, as files.test.ts shows.
const pdfLimitBytes = 260 * megabyte;

/** What a task may use: CPU time in milliseconds, and memory in bytes. */
export interface Limits {
  cpuMs: number;
  bytes: number;
}

export function limitsOf({ name }: Task): Limits {
  const hasManyParts = name === 'redact' || isVideo(name);
  return {
    cpuMs: hasManyParts ? manyParts : onePart,
    bytes: name === 'receipt-pdf' ? pdfLimitBytes : limitBytes,
  };
}

function isVideo(name: Task['name']): name is VideoTask {
  return ['mp4', 'mov', 'webm'].includes(name);
}

const ourCode = ['src/', 'node_modules/', 'package.json'].map((name) =>
  // Modules are read where they really are.
  withSlash(realpathSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url))), name),
);

/**
 * What Node lets the process do: read our code and the files of the task, and write its results. Without these
 * rights: any other file (the secret key, the database, uploads, `.env`, the server's environment in `/proc`), and
 * other programs. `docs/decisions/0016-what-the-decoder-can-reach.md` says what this cannot stop.
 */
export function permissionsFor(task: Task): string[] {
  const inputs = task.name === 'redact' ? task.pages : [task.input];
  return [
    '--permission',
    // It would open any file without asking for permission.
    '--no-experimental-sqlite',
    // For the thread that watches, which is started first.
    '--allow-worker',
    // sharp is machine code; videos are copied without it.
    ...(isVideo(task.name) ? [] : ['--allow-addons']),
    ...[...ourCode, ...inputs, `${task.outDir}${sep}`].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${task.outDir}${sep}`,
  ];
}

function withSlash(path: string, name: string): string {
  return name.endsWith('/') ? `${path}${sep}` : path;
}

/**
 * Does the work in a separate process, because decoders of foreign content are where memory and time get out of
 * control. Throws RefusedContentError if the content cannot be used.
 */
export function runTask(task: Task): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(processingEntry, {
      // Garbage counts as memory in use, so it is collected early.
      execArgv: ['--max-old-space-size=256', '--max-semi-space-size=4', ...permissionsFor(task)],
      // None of the server's secrets.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Wall-clock time, for a process that no longer checks its own time; a busy machine gives it a third of the
    // CPU.
    const timer = setTimeout(() => child.kill('SIGKILL'), 3 * limitsOf(task).cpuMs);
    let outcome: Outcome | null = null;
    child.on('message', (message: Outcome) => {
      outcome = message;
    });
    child.on('error', reject);
    child.on('exit', (_code, signal) => {
      clearTimeout(timer);
      if (outcome === null) {
        // What uses too much is ended by a signal. Without one, it was us: a module is missing, for example.
        const why =
          signal === null
            ? 'We could not process this file. Please add it again.'
            : 'This file is too large or too complex to process.';
        reject(new RefusedContentError(why));
      } else if ('refusal' in outcome) reject(new RefusedContentError(outcome.refusal));
      else resolve(outcome.result);
    });
    // If it has ended before it was told, its exit says what to do.
    child.send(task, () => {});
  });
}
