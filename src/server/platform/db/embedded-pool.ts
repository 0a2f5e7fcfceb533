import type { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import pg from 'pg';
import type { EmbeddedEngine } from '#server/platform/db/embedded-engine.ts';

/**
 * The pool of a database in this process: as that of a server, but with its only connection. The library sends a
 * statement in six messages, each a call of its own, and has it parsed every time, which takes most of the time of a
 * small one; a server's driver sends them at once, and has a statement parsed once.
 */
export function embeddedPool(engine: EmbeddedEngine, types: pg.CustomTypesConfig): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    stream: () => new EmbeddedSocket(engine),
    types,
    max: 1,
    idleTimeoutMillis: 0,
  } as unknown as pg.PoolConfig);
  let watch: NodeJS.Timeout | undefined;
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('readyForQuery', ({ status }) => {
      clearTimeout(watch);
      if (status !== 'I') watch = setTimeout(() => takeBack(client), mostIdle).unref();
    });
  });
  pool.on('release', () => clearTimeout(watch));
  return pool;
}

/** Whoever has it gets an error when they go on. The connection of the next one begins with a rollback. */
function takeBack(client: pg.PoolClient): void {
  const { release } = client;
  client.release = () => {};
  release(true);
}

/** How long a transaction may idle, in milliseconds: others wait for its locks and, here, for the only connection. */
export const mostIdle = 60_000;

/** How many statements stay parsed, so that those with lists of any length do not fill the memory. */
const mostPrepared = 500;

/** Has a statement with values parsed only once. */
class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>();
  #count = 0;

  // biome-ignore lint/suspicious/noExplicitAny: The method has a dozen signatures.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const query = super.query as (...args: unknown[]) => unknown;
    const name = typeof text === 'string' && values?.length > 0 ? this.#nameOf(text) : undefined;
    if (name === undefined) return query.apply(this, args);
    const result = query.call(this, { name, text, values }, ...rest);
    // With a callback, it is the pool's own query, which leaves this client after an error.
    if (!(result instanceof Promise)) return result;
    return result.catch((error) => {
      if (isLost(error)) this.#names.delete(text);
      throw error;
    });
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostPrepared) return known;
    const name = String(this.#count++);
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Whether a statement has to be parsed anew: the driver closes one when it cannot write a value (an error without a
 * code), and still takes it for parsed; or its tables have changed.
 */
function isLost({ code }: { code?: string }): boolean {
  return code === undefined || code === '26000' || code === '0A000';
}

/** What a server says to whoever comes in: that they may (R), and that it waits for a statement (Z). */
const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** A network's socket to those who use it, with the database at the other end. */
class EmbeddedSocket extends Duplex {
  readonly #engine: EmbeddedEngine;
  #isGreeted = false;

  constructor(engine: EmbeddedEngine) {
    super();
    this.#engine = engine;
  }

  connect(): void {
    this.#engine.reset().then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    );
  }
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}
  override _read(): void {}

  override _write(messages: Buffer, _: string, done: (error?: Error) => void): void {
    // As from a network: the process does other things before each statement. A job of many statements, in however many
    // transactions, would keep every request unread until it is done, and those are cut off then.
    setImmediate(() => {
      try {
        this.push(this.#answer(messages));
        done();
      } catch (error) {
        // The database itself ended, as on a full disk: whoever waits for its answer is told.
        done(error as Error);
      }
    });
  }

  // All messages of a statement are one call.
  override _writev(all: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(all.map(({ chunk }) => chunk)), '', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #answer(messages: Buffer): Buffer {
    if (!this.#isGreeted) {
      this.#isGreeted = true;
      return welcome;
    }
    // Whoever leaves (X) does not end the database.
    if (messages[0] === 0x58) return Buffer.alloc(0);
    return this.#engine.answer(messages);
  }
}
