import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PrintedDocument } from '#core/platform/printed-document.ts';
import type { DrawnPdf } from '#server/platform/pdf/draw-document.ts';
import { createFairLine, type LineCaller } from '#server/platform/pdf/fair-line.ts';
import { ourCode } from '#server/platform/reading/run-in-child.ts';

/* Draws PDFs, one at a time, in a process of its own that can read nothing but our code. */

/** What the process that draws is told. */
export interface PdfTask {
  document: PrintedDocument;
  /** The date inside the file. */
  madeAt: string;
}

/** What it answers. */
export interface PdfAnswer {
  base64: string;
  missing: string[];
}

const entry = fileURLToPath(new URL('./pdf-child.ts', import.meta.url));
// A statement of 2,000 donations takes some ten seconds on a busy machine; what takes longer hangs.
const patience = 90_000;
const maxMegabytes = 512;

// One at a time: a year's statements must not take the machine away from those who use the site. A person has a few
// tabs; and what fifty people wait for takes a minute or two.
const inTurn = createFairLine({
  mostOfOne: 5,
  longest: 50,
  refusals: {
    mostOfOne: 'You are waiting for several PDFs already. Please try again in a minute.',
    longest: 'Very many people want a PDF right now. Please try again in a minute.',
  },
  retryAfter: 60,
});

/**
 * Draws a document as a PDF, in a process of its own: it takes seconds if there are many rows, and what donors typed is
 * drawn where there are no secrets, and where Node opens no file but our own code and writes none. One at a time, in
 * turn between callers, and only as long as the caller waits; null is a job of our own. 429 if too many wait.
 */
export function drawPdf(
  document: PrintedDocument,
  madeAt: Date,
  caller: LineCaller | null,
): Promise<DrawnPdf> {
  return inTurn(caller, () =>
    drawInChild({ document, madeAt: madeAt.toISOString() }, caller?.signal),
  );
}

function drawInChild(task: PdfTask, signal: AbortSignal | undefined): Promise<DrawnPdf> {
  return new Promise((resolve, reject) => {
    const child = fork(entry, {
      execArgv: [
        `--max-old-space-size=${maxMegabytes}`,
        '--permission',
        '--no-experimental-sqlite',
        ...ourCode.map((path) => `--allow-fs-read=${path}`),
      ],
      // None of the server's secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      ...(signal && { signal, killSignal: 'SIGKILL' }),
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    let answer: PdfAnswer | null = null;
    child.on('message', (message: PdfAnswer) => {
      answer = message;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (answer === null) reject(new Error(`Drawing a PDF ended with ${signal ?? code}.`));
      else {
        resolve({ bytes: Buffer.from(answer.base64, 'base64'), missing: answer.missing });
      }
    });
    // If it has ended before it was told, its exit says so.
    child.send(task, () => {});
  });
}
