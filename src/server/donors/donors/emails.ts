import { donorChangeUrl } from '#contract/pages.ts';
import { daysToTakeBack, heldTime, maskAddress } from '#core/donors/donor-changes.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message, writeBack } from '#server/platform/mail/compose.ts';

const hello = 'Dear donor,';
const isOurs = { isAboutMoney: true, urgency: 'receipt' } as const;

/**
 * To the former address, which may be mistyped and a stranger's: it says neither a name nor the whole address. `isLater`: it
 * was told of an earlier change, and stopping it stops everything since.
 */
export function addressChanged(
  config: Config,
  change: { to: string; address: string; kind: 'correction' | 'join'; isLater: boolean },
  token: string,
): Message {
  const { to, address, kind, isLater } = change;
  const goes = `Email about them goes to ${maskAddress(address)} from now on, and no longer to this address.`;
  return compose(config, {
    ...isOurs,
    to,
    subject: isLater
      ? 'The email address of your donations was changed again'
      : 'The email address of your donations was changed',
    blocks: [
      hello,
      kind === 'join'
        ? `Our team has joined the record of your donations to ${config.site.name} with another record, because both seem to be of one person. ${goes}`
        : `Our team has changed the email address of your donations to ${config.site.name}${isLater ? ' again' : ''}. ${goes}`,
      'If that is not right, please stop it. You do not have to sign in for it.',
      button('Stop the change', donorChangeUrl(config.publicUrl, 'stop', token)),
      `Private links that we send to the new address do nothing for ${heldTime}. If the change is right and you do not want to wait, say so:`,
      button('Yes, this is right', donorChangeUrl(config.publicUrl, 'agree', token)),
      `These two links work for ${daysToTakeBack} days.`,
    ],
  });
}

/** To an address that counted, and no longer does since a change was taken back. */
export function changeTakenBack(
  config: Config,
  { to, address }: { to: string; address: string },
): Message {
  return compose(config, {
    ...isOurs,
    to,
    subject: 'A change of the email address of your donations was taken back',
    blocks: [
      hello,
      `An earlier change of the email address of your donations to ${config.site.name} was taken back. Email about those that had ${maskAddress(address)} before goes there again. What you gave with this address since then is still yours.`,
      `If that is not right, please ${writeBack(config)}.`,
    ],
  });
}

/** To the new address, when somebody asks for links that it cannot have yet. */
export function linksHeld(config: Config, to: string): Message {
  return compose(config, {
    ...isOurs,
    urgency: 'form',
    to,
    subject: 'Your link has to wait',
    blocks: [
      hello,
      `You asked for a link to your donations. Their email address was changed, or they were joined with those of another address. To protect them, we send no links until ${heldTime} after that, unless somebody agrees with the link in our email to the former address.`,
      `Please ask for the link again then. If you want to stop a recurring donation before that, ${writeBack(config)}. If you did not ask for a link, you do not have to do anything.`,
    ],
  });
}
