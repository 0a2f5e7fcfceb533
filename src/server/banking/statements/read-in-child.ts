import { fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CsvReading } from '#server/banking/statements/read-csv.ts';
import type { StatementFile } from '#server/banking/statements/read-file.ts';
import {
  type Currency,
  UnreadableStatementError,
} from '#server/banking/statements/read-statement.ts';

/** What the process is told. */
export interface ReadingTask {
  bytes: Uint8Array;
  csv: CsvReading | null;
  currency: Currency;
}

/** What it reports. */
export type ReadingOutcome = { file: StatementFile } | { refusal: string };

const entry = fileURLToPath(new URL('./reading-child.ts', import.meta.url));
// Twenty megabytes of XML take some seconds; what takes longer was made to.
const patience = 60_000;
// A tree of twenty megabytes of XML takes about 550 MB.
const maxMegabytes = 900;
const ourCode = ['src/', 'node_modules/', 'package.json'].map((name) => {
  const path = realpathSync(fileURLToPath(new URL(`../../../../${name}`, import.meta.url)));
  return name.endsWith('/') ? `${path}${sep}` : path;
});

/**
 * Reads a file of a bank in a process of its own, which can open no file but our code, and which ends when it takes
 * too long or too much memory. Throws UnreadableStatementError if the file cannot be used.
 */
export function readInChild(task: ReadingTask): Promise<StatementFile> {
  return new Promise((resolve, reject) => {
    const child = fork(entry, {
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
    let outcome: ReadingOutcome | null = null;
    child.on('message', (message: ReadingOutcome) => {
      outcome = message;
    });
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      if (outcome === null) {
        reject(new UnreadableStatementError('This file is too large or too complex to read.'));
      } else if ('refusal' in outcome) reject(new UnreadableStatementError(outcome.refusal));
      else resolve(outcome.file);
    });
    // If it has ended before it was told, its exit says what to do.
    child.send(task, () => {});
  });
}
