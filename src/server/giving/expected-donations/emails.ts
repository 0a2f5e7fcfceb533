import { publicPaths } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/** Thanks whoever asked a fund to give. The fund is the donor, so this is no receipt, and names no amount. */
export function adviserThanks(
  config: Config,
  { email, name, fund, cause }: { email: string; name: string; fund: string; cause: string },
): Message {
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    subject: `Thank you for recommending a donation to ${config.site.name}`,
    blocks: [
      `Dear ${name},`,
      `Thank you! We received the donation of ${fund} to ${cause} that you recommended. It goes to a nominee whose need matches this cause.`,
      'This is not a tax receipt: the fund is the donor, and what you gave to the fund was receipted by the fund.',
      button('See where the money goes', `${config.publicUrl}${publicPaths.impact}`),
    ],
  });
}
