import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import nodemailer, { type SendMailOptions, type Transporter } from 'nodemailer';
import type { Config } from '#server/platform/config.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';

/* Where mail goes, to a mail server or into a folder; which failures are final. */

/** Where mail goes: to a mail server, or into a folder. */
export interface MailTransport {
  /** What becomes of it, for the startup message. */
  description: string;
  /**
   * Throws {@link MailRefusedError} if retrying is useless, {@link RecipientBusyError} if it is not, but other mail may
   * leave, and any other error if the mail server does not work.
   */
  deliver(
    mail: OutgoingMail,
    attachments?: Attachment[],
    headers?: Record<string, string>,
  ): Promise<void>;
  /** Connects and logs in, and sends nothing. Throws what the mail server says. */
  verify(): Promise<void>;
  /** Asks whether mail to an address would be taken, and sends nothing. Throws what the mail server says if not. */
  askFor(address: string): Promise<void>;
}

/** A file attached to a mail. */
export interface Attachment {
  name: string;
  mediaType: string;
  content: Buffer;
  /** For a picture inside the mail: its name in the HTML. */
  contentId?: string;
}

/** The mail server permanently refused this recipient or this mail. */
export class MailRefusedError extends Error {}

/** The mail server works, and does not take mail to this recipient now: such as one whose mailbox is full. */
export class RecipientBusyError extends Error {}

/** SMTP if it is configured, otherwise `.eml` files in the data folder, which every mail program can open. */
export function createMailTransport(config: Config): MailTransport {
  return config.smtpUrl ? smtpTransport(config, config.smtpUrl) : fileTransport(config);
}

// How long a server may be silent, and how long a delivery may take in total, in milliseconds. A server that has
// the whole mail may take its time to respond: giving up then would send the mail twice.
const patience = { connect: 15_000, silence: 60_000, delivery: 90_000 };

function smtpTransport(config: Config, smtpUrl: string): MailTransport {
  // A connection for each mail, so that a server's reaction to one mail does not affect the next. A pool of one,
  // because a pool can close a connection that is in use.
  async function connected(work: (transporter: Transporter) => Promise<unknown>): Promise<void> {
    const url = new URL(smtpUrl);
    url.searchParams.set('pool', 'true');
    url.searchParams.set('maxConnections', '1');
    url.searchParams.set('maxRequeues', '0');
    url.searchParams.set('connectionTimeout', String(patience.connect));
    url.searchParams.set('greetingTimeout', String(patience.connect));
    url.searchParams.set('socketTimeout', String(patience.silence));
    const transporter = nodemailer.createTransport(url.href, defaults(config));
    const done = new AbortController();
    try {
      await Promise.race([
        work(transporter),
        pause(patience.delivery, null, { signal: done.signal }).then(() => {
          throw new Error(`The mail server took longer than ${patience.delivery / 1000} s.`);
        }),
      ]);
    } finally {
      done.abort();
      (transporter as unknown as Pool).close({ force: true });
    }
  }
  return {
    description: `sent by SMTP through ${new URL(smtpUrl).host}`,
    verify: () => connected((transporter) => transporter.verify()),
    askFor: (address) => connected((transporter) => askFor(transporter, address)),
    deliver: (mail, attachments = [], headers = {}) =>
      connected((transporter) =>
        transporter.sendMail(toNodemailer(mail, attachments, headers)),
      ).catch((error) => {
        const { message } = error;
        if (isRefusal(error)) throw new MailRefusedError(message, { cause: error });
        throw isOfRecipient(error) ? new RecipientBusyError(message, { cause: error }) : error;
      }),
  };
}

/** Offers a mail whose text never comes: once the server wants it, it has taken sender and recipient, and we hang up. */
async function askFor(transporter: Transporter, address: string): Promise<void> {
  const wanted = Promise.withResolvers<void>();
  transporter.use('stream', ({ message }, done) => {
    message.createReadStream = () => new Readable({ read: () => wanted.resolve() });
    done();
  });
  const to = { name: '', address };
  await Promise.race([wanted.promise, transporter.sendMail({ to, subject: 'Only a question' })]);
}

interface Pool {
  close(options: { force: boolean }): void;
}

function fileTransport(config: Config): MailTransport {
  const folder = join(config.dataDir, 'mail');
  const composer = nodemailer.createTransport(
    { streamTransport: true, buffer: true },
    defaults(config),
  );
  return {
    description: `written as .eml files to ${folder}`,
    verify: async () => {},
    askFor: async () => {},
    async deliver(mail, attachments = [], headers = {}) {
      const { message } = await composer.sendMail(toNodemailer(mail, attachments, headers));
      await mkdir(folder, { recursive: true });
      const moment = new Date().toISOString().replaceAll(':', '-');
      const recipient = mail.to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 80);
      const path = join(folder, `${moment} ${recipient} ${mail.messageId.slice(1, 9)}.eml`);
      // Under another name first, so that a program that watches the folder never reads half a mail.
      await writeFile(`${path}.part`, message as Buffer);
      await rename(`${path}.part`, path);
    },
  };
}

function defaults(config: Config): SendMailOptions {
  return { from: config.mailFrom, disableFileAccess: true, disableUrlAccess: true };
}

/** As objects, so that an address stays one address, whatever it contains, and is never parsed as a list. */
function toNodemailer(
  mail: OutgoingMail,
  attachments: Attachment[],
  headers: Record<string, string>,
) {
  const { to, replyTo, subject, text, html, messageId } = mail;
  const only = (address: string) => ({ name: '', address });
  return {
    to: only(to),
    ...(replyTo !== undefined && { replyTo: only(replyTo) }),
    subject,
    text,
    html,
    messageId,
    headers,
    attachments: attachments.map(({ name, mediaType, content, contentId }) => ({
      filename: name,
      contentType: mediaType,
      content,
      ...(contentId !== undefined && { cid: contentId, contentDisposition: 'inline' as const }),
    })),
  } satisfies SendMailOptions;
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Whether a delivery failed after the server had taken the recipient, or may have: what it says about one proves nothing. */
export function isOfText(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command } = (error.cause ?? error) as SmtpError;
  return command !== undefined && command !== 'RCPT TO' && command !== 'API';
}

/** Whether a later try is wanted for this recipient alone. With 421, a server says that it ends, whatever it was asked. */
function isOfRecipient(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { command, responseCode } = error as SmtpError;
  return command === 'RCPT TO' && responseCode !== undefined && responseCode !== 421;
}

/**
 * Whether retrying is useless: a 5xx response about the recipient or the mail, or an address that SMTP cannot
 * carry. An earlier 5xx, about the password or the sender, is for the administrator to fix.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, command, responseCode } = error as SmtpError;
  if (command === 'API') return code === 'EENVELOPE';
  return (command === 'RCPT TO' || command === 'DATA') && (responseCode ?? 0) >= 500;
}
