import { watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { untilFound } from '#test/support/until-found.ts';

/** The mail that a server wrote into its data folder. */
export interface Inbox {
  /** Every mail to an address, oldest first. */
  to(address: string): Promise<Email[]>;
  /** Waits for a mail to an address whose subject contains a text; otherwise, fails with what arrived instead. */
  waitFor(address: string, subject: string): Promise<Email>;
  /** Waits until the mails to an address are as somebody looks for them; `what` names that. */
  until<T>(address: string, what: string, look: (mails: Email[]) => T | undefined): Promise<T>;
}

/** Opens the mail folder of a data folder. */
export function openInbox(dataDir: string): Inbox {
  const folder = join(dataDir, 'mail');
  // Tests ask again and again, and a mail never changes.
  const parsed = new Map<string, Promise<Email>>();
  const parse = (name: string) => {
    const mail =
      parsed.get(name) ?? readFile(join(folder, name)).then((bytes) => PostalMime.parse(bytes));
    parsed.set(name, mail);
    return mail;
  };
  const to = async (address: string) => {
    const names = await readdir(folder).catch(() => []);
    // The names contain the address, so that not every mail has to be read.
    const inName = address.replaceAll(/[^\w.@+-]/g, '_').slice(0, 80);
    const mails = await Promise.all(
      names
        .filter((name) => name.includes(` ${inName} `) && name.endsWith('.eml'))
        .sort()
        .map(parse),
    );
    return mails.filter((mail) => mail.to?.some((recipient) => recipient.address === address));
  };
  async function until<T>(address: string, what: string, look: (mails: Email[]) => T | undefined) {
    await mkdir(folder, { recursive: true });
    const watcher = watch(folder);
    const subjects = async () =>
      (await to(address)).map(({ subject }) => `"${subject}"`).join(', ');
    try {
      return await untilFound(
        [watcher, 'change'],
        async () => look(await to(address)),
        async () => `No ${what} to ${address}, but ${(await subjects()) || 'nothing'},`,
      );
    } finally {
      watcher.close();
    }
  }
  return {
    to,
    until,
    waitFor: (address, subject) =>
      until(address, `mail about "${subject}"`, (mails) =>
        mails.find((mail) => mail.subject?.includes(subject)),
      ),
  };
}
