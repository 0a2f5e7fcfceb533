import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { freePort } from '#test/support/server-process.ts';
import { untilFound } from '#test/support/until-found.ts';

/**
 * How many mails our server may be delivering when it dies, and may therefore deliver twice. Usually one at a
 * time, but if marking one as sent takes over a second, the next has begun, and mail for signing in takes no turn.
 */
export const deliveriesAtOnce = 12;

/** What a mail server does with a mail: accepts it, responds with a code, or cuts the connection after the text. */
export type Fate = 'take' | 'cut' | number;

/** An accepted mail. */
export interface ReceivedMail {
  mail: Email;
  from: string;
  to: string[];
}

/** A real mail server that keeps what it receives, can be stopped and started, and can be told to fail. */
export class MailServer {
  readonly port: number;
  readonly received: ReceivedMail[] = [];
  /** The Message-ID of every attempted delivery, including refused ones. */
  readonly attempts: string[] = [];
  /** The recipient of every mail that was offered, with a text or without. */
  readonly asked: string[] = [];
  /** The response to a recipient, before the text; undefined accepts it. */
  recipientCode: (address: string) => number | undefined = () => undefined;
  /** What happens to a mail; may take a while. */
  decide: (mail: ReceivedMail) => Fate | Promise<Fate> = () => 'take';
  #server: SMTPServer | null = null;
  /** Tells of each attempted delivery, and of each mail that is accepted. */
  readonly #deliveries = new EventEmitter().setMaxListeners(0);

  constructor(port: number) {
    this.port = port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, done) => {
        this.asked.push(address);
        const code = this.recipientCode(address);
        done(code === undefined ? null : refusal(code, address));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk) => chunks.push(chunk));
        stream.on('end', async () => {
          const received = await read(Buffer.concat(chunks), session);
          this.attempts.push(received.mail.messageId ?? '');
          this.#deliveries.emit('delivery');
          const fate = await this.decide(received);
          if (fate === 'cut') return cut(server, session);
          if (fate !== 'take') return done(refusal(fate));
          this.received.push(received);
          this.#deliveries.emit('delivery');
          done();
        });
      },
    });
    server.on('error', () => {});
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#server = server;
  }

  stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Accepts every mail again, and forgets what it received. */
  reset(): void {
    this.received.length = 0;
    this.attempts.length = 0;
    this.asked.length = 0;
    this.recipientCode = () => undefined;
    this.decide = () => 'take';
  }

  /**
   * Kills one of our servers while this one has the text of a mail, after so many others; accepts the mail nevertheless, or
   * not.
   */
  async killAfter(ours: ChildProcess, count: number, isAccepted: boolean): Promise<void> {
    const exited = once(ours, 'exit');
    let left = count;
    this.decide = () => {
      left -= 1;
      if (left !== -1) return 'take';
      ours.kill('SIGKILL');
      return isAccepted ? 'take' : 'cut';
    };
    await exited;
  }

  /** The mails to an address, oldest first. */
  to(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to.includes(address));
  }

  /** Waits for a mail to an address, or the first one that somebody looks for. */
  waitFor(
    address: string,
    isWanted: (received: ReceivedMail) => boolean = () => true,
  ): Promise<ReceivedMail> {
    return this.until(`mail to ${address}`, () => this.to(address).find(isWanted));
  }

  /** Waits until something can be found in what was received or attempted; `what` names it. */
  until<T>(what: string, look: () => T | undefined): Promise<T> {
    const came = () => this.received.flatMap(({ to, mail }) => `"${mail.subject}" to ${to}`);
    return untilFound(
      [this.#deliveries, 'delivery'],
      look,
      () => `No ${what}, but ${came().join(', ') || 'nothing'},`,
    );
  }

  /** Waits until so many mails were attempted. */
  async untilAttempted(count: number): Promise<void> {
    await this.until(`attempt number ${count}`, () => this.attempts.length >= count || undefined);
  }

  /** Waits until so many mails were accepted. */
  async untilReceived(count: number): Promise<void> {
    await this.until(`mail number ${count}`, () => this.received.length >= count || undefined);
  }
}

/** A mail server on a port of its own, not started yet. */
export async function aMailServer(): Promise<MailServer> {
  return new MailServer(await freePort());
}

async function read(text: Buffer, { envelope }: SMTPServerSession): Promise<ReceivedMail> {
  return {
    mail: await PostalMime.parse(text),
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
  };
}

function refusal(responseCode: number, address = 'mail'): Error {
  return Object.assign(new Error(`not this one: <${address}>`), { responseCode });
}

function cut(server: SMTPServer, session: SMTPServerSession): void {
  const { connections } = server as unknown as {
    connections: Set<{ session: SMTPServerSession; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) {
    if (connection.session === session) connection._socket.destroy();
  }
}
