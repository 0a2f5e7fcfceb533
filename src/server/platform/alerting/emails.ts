import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/**
 * Tells a member of the team that something needs a person's attention. Going live does not drop it, because it may be
 * about the server.
 */
export function alertRaised(
  config: Config,
  to: string,
  { title, message, path }: { title: string; message: string; path: string },
): Message {
  return compose(config, {
    to,
    urgency: 'decision',
    subject: `Needs attention: ${title}`,
    blocks: [message, button('Open the admin area', config.publicUrl + path)],
  });
}
