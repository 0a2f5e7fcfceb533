import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { z } from 'zod';

const part = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

const manifestSchema = z.object({
  /** The version of the archive's own layout. */
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  database: z.enum(['embedded', 'postgres']),
  /** The migrations that had been applied to the database, in order. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  /** Numbers of rows by table. */
  tables: z.record(z.string(), z.int().min(0)),
  /** The last value of each sequence. */
  sequences: z.record(z.string(), z.int()),
  /** Everything else in the archive. */
  parts: z.record(z.string(), part),
});

/** What is in an archive, and how to verify that it is complete and unchanged. */
export type Manifest = z.infer<typeof manifestSchema>;

/** One file inside an archive, while it is being added. */
export interface NewPart {
  name: string;
  bytes: number;
  content: Readable;
}

/** This file is not a backup that can be restored; the message says why. */
export class BadArchiveError extends Error {
  constructor(reason: string) {
    super(`This backup cannot be restored. ${reason}`);
  }
}

const manifestName = 'manifest.json';
// One line for each uploaded file: this is enough for half a million of them.
const largestManifest = 100_000_000;

/**
 * Writes an archive: a gzipped tar, which every system can open. The manifest comes last, because the checksums
 * are not known before, and so that a truncated archive cannot be mistaken for a complete one.
 */
export async function writeArchive(
  output: Writable,
  parts: AsyncIterable<NewPart>,
  manifest: Omit<Manifest, 'format' | 'parts'>,
): Promise<void> {
  const pack = tar.pack();
  const written = pipeline(pack, createGzip({ level: 6 }), output);
  const add = async (name: string, bytes: number, content: AsyncIterable<Buffer>) => {
    const entry = pack.entry({ name, size: bytes, mode: 0o600 });
    // The pack itself reports a broken entry.
    entry.on('error', () => {});
    const hash = createHash('sha256');
    for await (const chunk of content) {
      hash.update(chunk);
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), written]);
    }
    entry.end(null);
    await Promise.race([once(entry, 'close'), written]);
    return { bytes, sha256: hash.digest('hex') };
  };
  const packAll = async () => {
    const sums: Manifest['parts'] = {};
    for await (const { name, bytes, content } of parts)
      sums[name] = await add(name, bytes, content);
    const text = Buffer.from(
      JSON.stringify({ format: 1, ...manifest, parts: sums } satisfies Manifest, null, 1),
    );
    await add(
      manifestName,
      text.length,
      (async function* () {
        yield text;
      })(),
    );
    pack.finalize();
  };
  try {
    await Promise.all([packAll(), written]);
  } catch (error) {
    pack.destroy(error as Error);
    await written.catch(() => {});
    throw error;
  }
}

/**
 * Reads an archive from start to end and passes each part to `take`. Throws BadArchiveError unless it is exactly
 * what was written: nothing damaged, missing, added, or out of place.
 */
export async function readArchive(
  path: string,
  take: (name: string, content: AsyncIterable<Buffer>) => Promise<void> = drain,
): Promise<Manifest> {
  const extract = tar.extract();
  const read = pipeline(createReadStream(path), createGunzip(), extract);
  // Whatever breaks it reaches the loop below, too.
  read.catch(() => {});
  const found = new Map<string, Manifest['parts'][string]>();
  let manifest: Manifest | undefined;
  let problemOfTaker: unknown;
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header;
      if (manifest) throw new BadArchiveError(`It continues after its end, with ${name}.`);
      if (type !== 'file') throw new BadArchiveError(`${name} is not a regular file.`);
      if (name === manifestName) {
        manifest = parseManifest(await textOf(entry as AsyncIterable<Buffer>));
        continue;
      }
      if (!isSafeName(name) || found.has(name)) {
        throw new BadArchiveError(`${JSON.stringify(name)} does not belong in it.`);
      }
      const sum = new SumOf(entry as AsyncIterable<Buffer>);
      try {
        await take(name, sum);
      } catch (error) {
        problemOfTaker = error;
        throw error;
      }
      found.set(name, sum.done());
    }
    await read;
  } catch (error) {
    extract.destroy();
    const isOurs = error === problemOfTaker || error instanceof BadArchiveError;
    // There is no such file, or we may not read it: that is not the archive's fault.
    const isFileProblem = error instanceof Error && 'syscall' in error;
    throw isOurs || isFileProblem ? error : damaged(error);
  }
  if (!manifest) throw new BadArchiveError('It is incomplete: its end is missing.');
  compare(manifest, found);
  return manifest;
}

function compare(manifest: Manifest, found: Map<string, Manifest['parts'][string]>): void {
  for (const [name, expected] of Object.entries(manifest.parts)) {
    const is = found.get(name);
    if (!is) throw new BadArchiveError(`${name} is missing.`);
    if (is.sha256 !== expected.sha256 || is.bytes !== expected.bytes) {
      throw new BadArchiveError(`${name} has changed since the backup was made.`);
    }
    found.delete(name);
  }
  const [more] = found.keys();
  if (more !== undefined) throw new BadArchiveError(`${more} does not belong in it.`);
}

function parseManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BadArchiveError('Its manifest cannot be read.');
  }
  const { format } = (json ?? {}) as { format?: unknown };
  if (typeof format === 'number' && format > 1) {
    throw new BadArchiveError('A newer version of this software made it. Install that one first.');
  }
  const { success, data } = manifestSchema.safeParse(json);
  if (!success) throw new BadArchiveError('Its manifest is not one of ours.');
  return data;
}

/** Counts and hashes the content that passes through. */
class SumOf implements AsyncIterable<Buffer> {
  private readonly hash = createHash('sha256');
  private bytes = 0;
  private readonly content: AsyncIterable<Buffer>;

  constructor(content: AsyncIterable<Buffer>) {
    this.content = content;
  }

  async *[Symbol.asyncIterator]() {
    const chunks = this.content[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await chunks.next().catch((error) => {
        throw damaged(error);
      });
      if (done) return;
      this.hash.update(value);
      this.bytes += value.length;
      yield value;
    }
  }

  done() {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** Below `database/` or `files/`, and with no way out of there. */
function isSafeName(name: string): boolean {
  const [top, ...rest] = name.split('/');
  return (
    (top === 'database' || top === 'files') &&
    rest.length > 0 &&
    !/[\\\0]/.test(name) &&
    rest.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > largestManifest) throw new BadArchiveError('Its manifest is not one of ours.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function drain(_name: string, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

function damaged(error: unknown): BadArchiveError {
  return new BadArchiveError(`It is damaged: ${error instanceof Error ? error.message : error}.`);
}
