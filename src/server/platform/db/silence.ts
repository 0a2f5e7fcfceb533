import pg from 'pg';

/*
 * Connections that go silent: something between us and the database may swallow everything and close nothing. No limit of
 * the database ends a wait for an answer that it has sent.
 */

/**
 * Lifts the limits on statements for the rest of a transaction: for work that reads or changes everything, and that
 * no caller waits for.
 */
export const withoutTimeLimit = 'set local statement_timeout = 0';

// Of each statement of such work, which takes minutes at most; a migration is one statement. Whoever waits for an answer
// that never comes keeps a connection from all others.
const longest = 30 * 60_000;

/**
 * A client whose connection ends when an answer does not come in so many milliseconds: whoever waits gets an error, and no
 * pool gives that connection to the next one.
 */
export function clientWithin(patience: number): typeof pg.Client {
  return class extends pg.Client {
    #patience = patience;
    #timer: NodeJS.Timeout | undefined;

    constructor(config: pg.ClientConfig) {
      super(config);
      this.on('drain', () => {
        clearTimeout(this.#timer);
        if (this.getTransactionStatus() === 'I') this.#patience = patience;
      });
    }

    // biome-ignore lint/suspicious/noExplicitAny: The method has a dozen signatures.
    override query(...args: any[]): any {
      if (args[0] === withoutTimeLimit) this.#patience = longest;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        const error = new Error('Connection terminated: the database does not answer');
        // Whoever uses it again meets an error at once.
        streamOf(this).destroy(error);
      }, this.#patience).unref();
      const query = super.query as (...args: unknown[]) => unknown;
      return query.apply(this, args);
    }
  };
}

function streamOf(client: pg.Client): { destroy: (error: Error) => void } {
  return (client as unknown as { connection: { stream: { destroy: (error: Error) => void } } })
    .connection.stream;
}
