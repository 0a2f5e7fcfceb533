import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { OutgoingMail } from '#server/mail/mailer.ts';

/** Where mail goes: to a mail server, or into a folder. */
export interface MailTransport {
  /** Where to, for the start-up message. */
  description: string;
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** SMTP when it is configured, else `.eml` files in the data folder, which every mail program opens. */
export function createMailTransport(config: Config): MailTransport {
  return config.smtpUrl ? smtpTransport(config, config.smtpUrl) : fileTransport(config);
}

function smtpTransport(config: Config, smtpUrl: string): MailTransport {
  const transporter = nodemailer.createTransport(smtpUrl, { from: config.mailFrom });
  return {
    description: `by SMTP through ${new URL(smtpUrl).host}`,
    async deliver(mail) {
      await transporter.sendMail(mail);
    },
    close: () => transporter.close(),
  };
}

function fileTransport(config: Config): MailTransport {
  const folder = join(config.dataDir, 'mail');
  const composer = nodemailer.createTransport(
    { streamTransport: true, buffer: true },
    { from: config.mailFrom },
  );
  return {
    description: `as .eml files in ${folder}`,
    async deliver(mail) {
      const { message } = await composer.sendMail(mail);
      await mkdir(folder, { recursive: true });
      const moment = new Date().toISOString().replaceAll(':', '-');
      const recipient = mail.to.replaceAll(/[^\w.@+-]/g, '_').slice(0, 80);
      const path = join(folder, `${moment} ${recipient} ${mail.messageId.slice(1, 9)}.eml`);
      // Under another name first: whoever watches the folder never reads half a mail.
      await writeFile(`${path}.part`, message as Buffer);
      await rename(`${path}.part`, path);
    },
    close() {},
  };
}
