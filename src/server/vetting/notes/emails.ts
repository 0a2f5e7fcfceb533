import { nominationWorkspacePath } from '#contract/admin-pages.ts';
import type { NominationId } from '#contract/ids.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/**
 * Tells somebody of the team that a colleague has mentioned them. It has nothing of the note, and of the nomination only
 * its reference: a note may be about the illness or the debts of a third person.
 */
export function mentioned(
  config: Config,
  {
    to,
    firstName,
    author,
    reference,
    id,
  }: {
    to: string;
    firstName: string;
    author: string;
    reference: string;
    id: NominationId;
  },
): Message {
  return compose(config, {
    to,
    urgency: 'form',
    subject: `${author} mentioned you in a note about nomination ${reference}`,
    blocks: [
      `Hello ${firstName},`,
      `${author} has mentioned you in a note about nomination ${reference}.`,
      button('Read the note', `${config.publicUrl}${nominationWorkspacePath(id)}#notes`),
    ],
  });
}
