import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import tar from 'tar-stream';
import { z } from 'zod';
import type { ArchiveKeys, ReadingKey } from '#server/operations/backup/backup-key.ts';
import { ExplainedError } from '#server/platform/errors.ts';

/* The format of the archive that a backup is. */

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
export class BadArchiveError extends ExplainedError {
  constructor(reason: string) {
    super(`This backup cannot be restored. ${reason}`);
  }
}

const manifestName = 'manifest.json';
// One line for each uploaded file: this is enough for half a million of them.
const largestManifest = 100_000_000;

/** How an archive from before archives were sealed is read: by somebody who knows where it has been since. */
export const unsealed = 'unsealed';

/**
 * Writes an archive: a gzipped tar, encrypted by age, both of which every system has tools for. The manifest comes
 * last, because the checksums are not known before, and so that a truncated archive cannot be mistaken for a
 * complete one. Its seal covers the rest of it, and its checksums cover everything else.
 */
export async function writeArchive(
  output: Writable,
  parts: AsyncIterable<NewPart>,
  manifest: Omit<Manifest, 'format' | 'parts'>,
  { recipients, sealKey }: Pick<ArchiveKeys, 'recipients' | 'sealKey'>,
): Promise<void> {
  const pack = tar.pack();
  const written = pipeline(pack, createGzip({ level: 6 }), encryptTo(recipients), output);
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
    const text = withSeal(
      JSON.stringify({ format: 1, ...manifest, parts: sums } satisfies Manifest, null, 1),
      sealKey,
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
 * what was written by somebody who has one of the keys: nothing damaged, forged, missing, added, or out of place.
 * What `take` got counts only once this has returned.
 */
export async function readArchive(
  path: string,
  keys: ReadingKey[] | typeof unsealed,
  take: (name: string, content: AsyncIterable<Buffer>) => Promise<void> = drain,
): Promise<Manifest> {
  await refuseOtherKind(path, keys);
  const extract = tar.extract();
  const read =
    keys === unsealed
      ? pipeline(createReadStream(path), createGunzip(), extract)
      : pipeline(createReadStream(path), decryptWith(keys), createGunzip(), extract);
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
      const content = entry as AsyncIterable<Buffer>;
      if (name === manifestName) {
        manifest = await readManifest(content, keys);
        continue;
      }
      if (!isSafeName(name) || found.has(name)) {
        throw new BadArchiveError(`${JSON.stringify(name)} does not belong in it.`);
      }
      const sum = new SumOf(content);
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
    throw error === problemOfTaker || isExplained(error) ? error : damaged(error);
  }
  if (!manifest) throw new BadArchiveError('It is incomplete: its end is missing.');
  compare(manifest, found);
  return manifest;
}

const header = 'age-encryption.org/v1\n';

/** Before anything is read: an archive that is not encrypted, or a file that is none. */
async function refuseOtherKind(path: string, keys: ReadingKey[] | typeof unsealed): Promise<void> {
  const handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(header.length), 0, header.length, 0);
  await handle.close();
  const isEncrypted = buffer.toString() === header;
  const isPlain = buffer.readUInt16BE() === 0x1f8b;
  if (keys === unsealed && isEncrypted) {
    throw new BadArchiveError('It is encrypted and sealed: restore it with its key instead.');
  }
  if (keys !== unsealed && isPlain) {
    throw new BadArchiveError(
      'It is neither encrypted nor sealed, as backups were in earlier versions: anybody who got hold of it could have changed it, for example to add an administrator. If you know where it has been since it was made, add --unsealed.',
    );
  }
  if (!isEncrypted && !isPlain) throw new BadArchiveError('This file is not a backup.');
}

function encryptTo(recipients: string[]) {
  return async function* (content: AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const encrypter = new Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(ReadableStream.from(content));
  };
}

function decryptWith(keys: ReadingKey[]) {
  return async function* (content: AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const decrypter = new Decrypter();
    for (const { identity } of keys) decrypter.addIdentity(identity);
    yield* await decrypter.decrypt(ReadableStream.from(content)).catch((error: Error) => {
      throw error.message.startsWith('no identity matched')
        ? new BadArchiveError('It was made for another key than the one that was given.')
        : error;
    });
  };
}

/** The manifest with its seal as the first field, where readers that do not know it ignore it. */
function withSeal(manifest: string, sealKey: Buffer): Buffer {
  return Buffer.from(`{"seal":"${sealOf(Buffer.from(manifest), sealKey)}",${manifest.slice(1)}`);
}

async function readManifest(
  content: AsyncIterable<Buffer>,
  keys: ReadingKey[] | typeof unsealed,
): Promise<Manifest> {
  const text = await bytesOf(content);
  if (keys !== unsealed) checkSeal(text, keys);
  return parseManifest(text.toString());
}

/** Throws BadArchiveError unless the manifest is exactly as somebody with one of the keys wrote it. */
function checkSeal(text: Buffer, keys: ReadingKey[]): void {
  const [start, given] = /^\{"seal":"([0-9a-f]{64})",/.exec(text.toString('latin1', 0, 100)) ?? [];
  const manifest = Buffer.concat([Buffer.from('{'), text.subarray(start?.length)]);
  const isGenuine = (key: ReadingKey) =>
    given !== undefined &&
    timingSafeEqual(Buffer.from(given), Buffer.from(sealOf(manifest, key.sealKey)));
  if (keys.some(isGenuine)) return;
  throw new BadArchiveError(
    'Its seal does not belong to the key that was given: it was changed, or somebody else made it.',
  );
}

function sealOf(manifest: Buffer, sealKey: Buffer): string {
  return createHmac('sha256', sealKey).update(manifest).digest('hex');
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

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > largestManifest) throw new BadArchiveError('Its manifest is not one of ours.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function drain(_name: string, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of content);
}

function isExplained(error: unknown): boolean {
  // There is no such file, or we may not read it: that is not the archive's fault.
  const isFileProblem = error instanceof Error && 'syscall' in error;
  return isFileProblem || error instanceof BadArchiveError;
}

function damaged(error: unknown): BadArchiveError {
  return new BadArchiveError(`It is damaged: ${error instanceof Error ? error.message : error}.`);
}
