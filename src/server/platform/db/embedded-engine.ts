import type { PGlite } from '@electric-sql/pglite';

/* Runs the embedded database, and notices its end. */

/** The embedded database ended in the middle of its work; only another process can open it again. */
export class DatabaseEndedError extends Error {
  // As of a server whose process crashed.
  readonly code = '57P02';
}

/** What the library calls for the messages that it is given. */
interface Internals {
  _PostgresMainLoopOnce(): void;
  _PostgresSendReadyForQueryIfNecessary(): void;
  _pgl_pq_flush(): void;
  _pq_buffer_remaining_data(): number;
  stackRestore(pointer: number): void;
}

/**
 * The database in this process, which may end as a server's process does: on a full disk, an error of the disk, or
 * without memory. The library takes any exception for an error of the statement and goes on: its callers wait for ever
 * for the rest of an answer, or it tries the same message for ever. Here, nothing reaches the database once it has
 * ended, and `onEnd` is called.
 */
export class EmbeddedEngine {
  readonly #pglite: PGlite;
  readonly #onEnd: (error: DatabaseEndedError) => void;
  #exception: unknown = null;
  #end: DatabaseEndedError | null = null;

  constructor(pglite: PGlite, onEnd: (error: DatabaseEndedError) => void) {
    this.#pglite = pglite;
    this.#onEnd = onEnd;
    const internals = pglite.Module as unknown as Internals;
    const {
      _PostgresMainLoopOnce: step,
      _PostgresSendReadyForQueryIfNecessary: sendReady,
      _pgl_pq_flush: flush,
      _pq_buffer_remaining_data: remaining,
      stackRestore,
    } = internals;
    // The status of what it throws, and expects, for an error of a statement.
    const { POSTGRES_MAIN_LONGJMP: statementFailed } = pglite as unknown as Record<string, number>;
    const isBroken = () => this.#exception !== null;
    let isRepeated = false;
    Object.assign(internals, {
      _PostgresMainLoopOnce: () => {
        isRepeated = isBroken();
        if (isRepeated) throw this.#exception;
        try {
          step();
        } catch (error) {
          if ((error as { status?: number }).status !== statementFailed) this.#exception = error;
          throw error;
        }
      },
      // The library does this after each exception, outside of what catches them. After the first one, it returns what
      // the database has said, unless there are messages left.
      stackRestore: (pointer: number) => {
        if (isRepeated) throw this.#exception;
        stackRestore(pointer);
      },
      _pq_buffer_remaining_data: () => (isBroken() ? 0 : remaining()),
      _PostgresSendReadyForQueryIfNecessary: () => isBroken() || sendReady(),
      _pgl_pq_flush: () => isBroken() || flush(),
    } satisfies Record<keyof Internals, unknown>);
  }

  /** The answer to messages of PostgreSQL's protocol. */
  answer(messages: Buffer): Buffer {
    if (this.#end) throw this.#end;
    let answer = Buffer.alloc(0);
    try {
      answer = Buffer.from(this.#pglite.execProtocolRawSync(messages));
    } catch (error) {
      this.#exception ??= error;
    }
    if (this.#exception !== null) throw this.#ended(lastWords(answer));
    return answer;
  }

  /** Ends what the connection before has left, which may have ended within a transaction. */
  async reset(): Promise<void> {
    if (this.#end) throw this.#end;
    try {
      await this.#pglite.exec('rollback; deallocate all');
    } catch (error) {
      this.#exception ??= error;
    }
    if (this.#exception !== null) throw this.#ended();
  }

  /** Writes everything to the data files, so that the next start has nothing to recover. */
  async close(): Promise<void> {
    if (this.#end) return;
    await this.#pglite.exec('checkpoint');
    await this.#pglite.close();
  }

  #ended(said?: string): DatabaseEndedError {
    const cause = this.#exception;
    // Not always an Error: the library's `ExitStatus` only has a message.
    const reason = said ?? (cause as { message?: string }).message ?? String(cause);
    this.#end = new DatabaseEndedError(`The embedded database ended: ${reason}`, { cause });
    this.#onEnd(this.#end);
    return this.#end;
  }
}

/** The message of a last error, such as "could not write to file …: No space left on device". */
function lastWords(answer: Buffer): string | undefined {
  return /\0M([^\0]+)\0/.exec(answer.toString())?.[1];
}
