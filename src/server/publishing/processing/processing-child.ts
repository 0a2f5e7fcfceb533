import { Worker } from 'node:worker_threads';
import { type Outcome, type Task, workLimitMs } from '#server/publishing/processing/processing.ts';

/**
 * The process that `runTask` starts: a thread does one task, then the process responds and ends. The main thread
 * only watches, because content that exhausts memory or time often lets nothing else run in its own thread.
 */

const megabyte = 1024 * 1024;
// A HEIC picture may use this much; the size of each picture is checked before it is decoded.
const limitBytes = 400 * megabyte;
// A PDF does not say in advance how much it needs. Twenty scanned pages fit, as files.test.ts shows.
const pdfLimitBytes = 260 * megabyte;

// The parent process is gone: nobody wants the result anymore.
process.on('disconnect', () => process.exit(1));

process.once('message', (task: Task) => {
  const mostBytes = task.name === 'receipt-pdf' ? pdfLimitBytes : limitBytes;
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const isTooLong = user + system > workLimitMs(task) * 1_000;
    if (isTooLong || process.memoryUsage.rss() > mostBytes) process.exit(1);
  }, 20).unref();
  new Worker(new URL('./processing-thread.ts', import.meta.url), { workerData: task })
    .once('message', (outcome: Outcome) => process.send?.(outcome, () => process.exit(0)))
    .once('error', () => process.exit(1));
});
