import { workerData } from 'node:worker_threads';
import type { Limits } from '#server/publishing/processing/processing.ts';

/**
 * The thread that ends its process when the task uses too much, or when nobody wants the result anymore. A thread
 * of its own, because content that exhausts memory or time often lets nothing else run beside it.
 */
const { cpuMs, bytes } = workerData as Limits;
const parent = process.ppid;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  const isTooLong = user + system > cpuMs * 1_000;
  const isTooLarge = process.memoryUsage.rss() > bytes;
  if (isTooLong || isTooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 20);
