import type { NominationId } from '#contract/ids.ts';
import { followUrl, needPath } from '#contract/pages.ts';
import { daysToConfirm } from '#contract/publishing/subscriptions.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, link, type Message } from '#server/platform/mail/compose.ts';

/** Asks whether an address really wants to follow a need. Nobody has confirmed it, so it quotes nothing that was typed. */
export function followRequested(
  config: Config,
  {
    email,
    need,
    token,
  }: { email: string; need: { id: NominationId; name: string }; token: string },
): Message {
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    subject: `Please confirm that you want to follow "${need.name}"`,
    blocks: [
      'Hello,',
      `You asked to follow "${need.name}" on ${config.site.name}. Please confirm it within ${daysToConfirm} days. We then email you each update about this need, and you can stop that at any time.`,
      button('Confirm', followUrl(config.publicUrl, need.id, token)),
      link('Show the need', `${config.publicUrl}${needPath(need.id)}`),
      'If you did not ask for this, you do not have to do anything: we delete your address, and you get no updates.',
    ],
  });
}
