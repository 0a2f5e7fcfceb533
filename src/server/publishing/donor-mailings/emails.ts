import { oneClickPath, unsubscribeUrl } from '#contract/pages.ts';
import { withNames } from '#core/donors/donor-mails.ts';
import type { Config } from '#server/platform/config.ts';
import { compose, link, type Message } from '#server/platform/mail/compose.ts';

interface Written {
  subject: string;
  text: string;
}

interface Reader {
  firstName: string;
  lastName: string;
  email: string;
}

/** What one donor gets of an email to several. */
export function donorMail(
  config: Config,
  written: Written,
  reader: Reader & { unsubscribeToken: string },
): Message {
  const { unsubscribeToken } = reader;
  return compose(config, {
    to: reader.email,
    urgency: 'bulk',
    subject: withNames(written.subject, reader),
    unsubscribeUrl: `${config.publicUrl}${oneClickPath(unsubscribeToken)}`,
    blocks: [
      ...paragraphs(withNames(written.text, reader)),
      'You are receiving this email because you donated. If you stop these updates, you will still get receipts for your donations and replies to your messages.',
      link('Stop email updates', unsubscribeUrl(config.publicUrl, unsubscribeToken)),
    ],
  });
}

/** The same for whoever writes it, before anybody else gets it. */
export function triedDonorMail(config: Config, written: Written, reader: Reader): Message {
  return compose(config, {
    to: reader.email,
    urgency: 'form',
    subject: `Test: ${withNames(written.subject, reader)}`,
    blocks: [
      'Only you got this email. This is what donors would read, with your name:',
      ...paragraphs(withNames(written.text, reader)),
      'Donors find a link here to stop email updates.',
    ],
  });
}

function paragraphs(text: string) {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
