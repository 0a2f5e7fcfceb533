import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '#core/platform/byte-range.ts';

/* Where bytes are stored: what every storage can do. */

/** Bytes that are stored permanently, under a key that cannot be guessed. */
export interface StoredFile {
  key: string;
  bytes: number;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

/**
 * Where the bytes of files are stored. The database knows what they are. Everything throws StorageUnavailableError while the
 * storage does not work.
 */
export interface FileStorage {
  /** In words, for the person who starts the server: "in the folder …". */
  description: string;
  /**
   * Stores exactly `bytes` bytes, completely or not at all. Throws StorageFullError if there is no space, and
   * IncompleteContentError if the content is shorter or longer.
   */
  put(content: Readable, bytes: number): Promise<StoredFile>;
  /** The content, or a part of it. Throws FileMissingError if there is none. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes a file; succeeds if it does not exist. */
  remove(key: string): Promise<void>;
  /** Every file of ours, in no particular order. What anybody else keeps in the same place is not listed. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** Whether there is such a file, also one that an older version stored and that is not listed. */
  has(key: string): Promise<boolean>;
  /** The id of the installation that this storage belongs to; null if it has no mark. */
  readMark(): Promise<string | null>;
  /** Marks the storage as that of an installation. */
  writeMark(id: string): Promise<void>;
}

/** The name of the mark. */
export const markName = 'installation';

/** Whether something has a name as we give it: 256 random bits. */
export function isOurKey(name: string): boolean {
  return /^[\w-]{43}$/.test(name);
}

/** There is no space left. */
export class StorageFullError extends Error {}
/** The storage has no file with this key. */
export class FileMissingError extends Error {}
/** The content was too short or too long. */
export class IncompleteContentError extends Error {}
/** The storage cannot be reached, or does not work. */
export class StorageUnavailableError extends Error {}

const ownErrors = [
  StorageFullError,
  FileMissingError,
  IncompleteContentError,
  StorageUnavailableError,
];

/** The same storage, whose failures are errors of the storage, whatever its library or the system says. */
export function withOwnErrors(storage: FileStorage): FileStorage {
  return {
    description: storage.description,
    put: (...args) => storage.put(...args).catch(fail),
    open: (...args) => storage.open(...args).catch(fail),
    remove: (...args) => storage.remove(...args).catch(fail),
    async *list() {
      try {
        yield* storage.list();
      } catch (error) {
        fail(error);
      }
    },
    has: (...args) => storage.has(...args).catch(fail),
    readMark: () => storage.readMark().catch(fail),
    writeMark: (...args) => storage.writeMark(...args).catch(fail),
  };
}

/** All of the content of a file, or of a part of it. Throws what opening it does. */
export async function readStored(
  storage: FileStorage,
  ...[key, range]: Parameters<FileStorage['open']>
): Promise<Buffer> {
  return buffer(await storage.open(key, range)).catch(fail);
}

function fail(error: unknown): never {
  if (ownErrors.some((own) => error instanceof own)) throw error;
  throw new StorageUnavailableError(error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

/** Counts and hashes the content that passes through; fails as soon as it is too long, or if it ends early. */
export class Meter extends Transform {
  #hash = createHash('sha256');
  #seen = 0;
  #expected: number;

  constructor(expected: number) {
    super();
    this.#expected = expected;
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  override _transform(
    chunk: Buffer,
    _encoding: string,
    done: (error: Error | null, data?: Buffer) => void,
  ) {
    this.#seen += chunk.length;
    if (this.#seen > this.#expected) return done(new IncompleteContentError('Too long'));
    this.#hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: (error?: Error | null) => void) {
    done(this.#seen === this.#expected ? null : new IncompleteContentError('Too short'));
  }
}
