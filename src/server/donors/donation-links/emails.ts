import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/**
 * A new private link to a donation. Earlier links no longer work. Nobody has confirmed the address, so it contains
 * nothing that the donor typed.
 */
export function newDonationLink(
  config: Config,
  donation: { email: string; amountCents: number; causeName: string },
  url: string,
): Message {
  const { email, amountCents, causeName } = donation;
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'receipt',
    subject: 'Your new link to your donation',
    blocks: [
      'Dear donor,',
      `This is the new private link to your donation of ${formatCents(amountCents)} for ${causeName}. Links in earlier emails about this donation no longer work.`,
      button('See where your donation is', url),
      'Anyone who has this link can see your donation, so keep it to yourself.',
    ],
  });
}
