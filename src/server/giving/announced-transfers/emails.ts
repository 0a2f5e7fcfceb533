import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import { compose, facts, type Message, quote } from '#server/platform/mail/compose.ts';

interface AnnouncedTransfer {
  email: string;
  reference: string;
  amountCents: number;
  causeName: string;
}

/**
 * Where to transfer a donation to, and what to write. Nobody has confirmed the address, so it contains nothing that was
 * typed but the amount.
 */
export function transferInstructions(
  config: Config,
  { email, reference, amountCents, causeName }: AnnouncedTransfer,
  details: string,
): Message {
  const amount = formatCents(amountCents);
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    subject: `Your bank transfer: ${reference}`,
    blocks: [
      'Hello,',
      `Somebody, probably you, told us on our website that a donation of ${amount} will come by bank transfer. Nothing was charged. ${config.isTrial ? 'This site is a trial: please do not transfer any money. On a site that is not, the account would stand here.' : 'To donate, transfer the money to this account:'}`,
      ...(config.isTrial ? [] : [quote(details)]),
      facts([
        ['Amount', amount],
        ['Write into the transfer', reference],
        ['Cause', causeName],
      ]),
      'By this reference, we know that it is your donation and which cause it is for. A recurring transfer can use it every time. Once the money is with us and our team has seen it, we thank you by email, with a link that shows where every cent of it is.',
      'If this was not you, you need not do anything.',
    ],
  });
}
