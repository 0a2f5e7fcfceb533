import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { isRelease } from '#test/support/tier.ts';

// In a release run, hundreds of mails may be sent first.
const patience = isRelease ? 600_000 : 100_000;

/** The mail that a server wrote into its data folder. */
export interface Inbox {
  /** Every mail to an address, oldest first. */
  to(address: string): Promise<Email[]>;
  /** Waits for a mail to an address whose subject contains a text; otherwise, fails with what arrived instead. */
  waitFor(address: string, subject: string): Promise<Email>;
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
  return {
    to,
    async waitFor(address, subject) {
      const deadline = Date.now() + patience;
      for (;;) {
        const mails = await to(address);
        const found = mails.find((mail) => mail.subject?.includes(subject));
        if (found) return found;
        if (Date.now() > deadline) {
          const came = mails.map((mail) => `"${mail.subject}"`).join(', ') || 'nothing';
          throw new Error(
            `No mail to ${address} about "${subject}" within ${patience / 1_000} s; received: ${came}.`,
          );
        }
        await sleep(50);
      }
    },
  };
}
