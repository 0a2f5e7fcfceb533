import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/* Writes of the embedded database that survive a loss of power. */

/** Start parameters that make PostgreSQL call the `fsync` below; PGlite's own parameters turn it off. */
export const durableStartParams = ['-c', 'wal_sync_method=fsync'];

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts'];

interface EmscriptenStream {
  /** The host's file descriptor; absent for directories, which this file system never opens. */
  nfd?: number;
}

/**
 * PGlite's folder storage with a real fsync. As shipped, it has none, so a power cut could lose acknowledged
 * writes; `docs/decisions/0003-durable-embedded-database.md` has the measurements.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFsync = (module: unknown) => {
      const { stream_ops } = (
        module as { NODEFS: { stream_ops: { fsync?: (stream: EmscriptenStream) => number } } }
      ).NODEFS;
      stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
      } as EmscriptenOptions,
    };
  }
}
