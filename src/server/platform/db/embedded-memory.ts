import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/*
 * What keeps the embedded database small; `docs/decisions/0024-what-a-small-machine-gives-up.md` has the measurements.
 */

// PostgreSQL's own default is 128 MB, all of it resident in time. The system keeps what was read in its cache, too.
const pages = ['shared_buffers=32MB'];

/** Start parameters of the database. */
export const frugalStartParams = pages.flatMap((setting) => ['-c', setting]);
/** Parameters of initdb, which starts the database a few times itself. */
export const frugalInitParams = pages.flatMap((setting) => ['--set', setting]);

const gigabyte = 1024 ** 3;
// With a picture in work beside it, an optimized database takes up to 1.3 GB for a moment.
const enoughToOptimize = 1.5 * gigabyte;

/**
 * On a machine with little memory, runs WebAssembly as it was first compiled, and never optimizes it: a single
 * function of PostgreSQL, its interpreter of expressions, takes 600 MB to optimize. Must be called before the
 * database is opened. Its statements then take about twice as long.
 */
export function spareMemory(available = memoryOfThisMachine()): void {
  if (available >= enoughToOptimize) return;
  for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag);
}

/** In bytes: what the machine has, or what this process may use of it (a container, a limit of systemd). */
function memoryOfThisMachine(): number {
  // 0 if the system does not say.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
