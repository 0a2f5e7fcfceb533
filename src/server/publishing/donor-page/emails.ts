import { donorPageUrl } from '#contract/pages.ts';
import { donorLinkHours } from '#contract/publishing/donor-page.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/** The link to all donations of an address. Nobody has confirmed it, so it contains nothing that the donor typed. */
export function donorLink(
  config: Config,
  { email, token, expiresAt }: { email: string; token: string; expiresAt: string },
): Message {
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    subject: 'Your link to all of your donations',
    expiresAt,
    blocks: [
      'Dear donor,',
      `You asked for a link to all donations that were made with this email address. It works for ${donorLinkHours} hours.`,
      button('See all of your donations', donorPageUrl(config.publicUrl, token)),
      'Anyone who has this link can see your donations, so keep it to yourself. If you did not ask for it, you do not have to do anything.',
    ],
  });
}
