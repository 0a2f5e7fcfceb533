import { formatCents } from '#core/money.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message, paragraph } from '#server/platform/mail/compose.ts';

/** A new private link to a gift; the ones before do not work any more. */
export function newGiftLink(
  config: Config,
  donation: { firstName: string; email: string; amountCents: number; causeName: string },
  url: string,
): Message {
  const { firstName, email, amountCents, causeName } = donation;
  return compose(config, {
    to: email,
    subject: 'The new link to your gift',
    blocks: [
      paragraph(`Dear ${firstName},`),
      paragraph(
        `This is the new private link to your gift of ${formatCents(amountCents)} for ${causeName}. Links in earlier emails about this gift no longer work.`,
      ),
      button('See where your gift is', url),
      paragraph('Whoever has this link can see the gift, so keep it to yourself.'),
    ],
  });
}
