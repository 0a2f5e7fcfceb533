import { dedicationRefusalUrl, publicPaths, storedDataUrl } from '#contract/pages.ts';
import { type DedicationKind, dedicationWords, recipientDays } from '#core/giving/dedications.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Block,
  button,
  compose,
  link,
  type Message,
  quote,
  writeBack,
} from '#server/platform/mail/compose.ts';

interface ToldDedication {
  kind: DedicationKind;
  honoree: string;
  recipientName: string;
  message: string;
  /** Who gave; null if they are not to be named. */
  giver: string | null;
}

/** Tells somebody of a donation in honor or in memory of somebody. Never how much it was. */
export function dedicationTold(
  config: Config,
  dedication: ToldDedication & { email: string; token: string },
): Message {
  const { kind, honoree, recipientName, email, token } = dedication;
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    subject: `A donation ${dedicationWords[kind]} ${honoree}`,
    blocks: [
      `Dear ${recipientName},`,
      ...wordsOf(config, dedication),
      button(`What ${config.site.name} does`, `${config.publicUrl}${publicPaths.impact}`),
      `${config.site.name} is a charity that shows where every cent of a donation goes. Whoever gave told us your name and your email address so that we can tell you this once. We send you nothing else because of it.`,
      `We store your name, your email address, and the message, and delete all three ${recipientDays} days from now at the latest. If you want that sooner, ${writeBack(config)}. If you want no emails like this one from us at all, say so here:`,
      link('No more such emails', dedicationRefusalUrl(config.publicUrl, token)),
      link('What we store, and your rights', storedDataUrl(config.publicUrl, 'dedication')),
    ],
  });
}

function wordsOf(
  config: Config,
  { kind, honoree, giver, message }: Pick<ToldDedication, 'kind' | 'honoree' | 'giver' | 'message'>,
): Block[] {
  return [
    `${giver ?? 'Somebody'} made a donation to ${config.site.name} ${dedicationWords[kind]} ${honoree}.`,
    ...(message === '' ? [] : ['They wrote to you:', quote(message)]),
  ];
}

/** Tells a donor that the email about a dedication leaves, with what it says. */
export function dedicationSent(
  config: Config,
  { email, donationLink, ...dedication }: ToldDedication & { email: string; donationLink: string },
): Message {
  const { recipientName, kind, honoree } = dedication;
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    // Subjects are kept for longer than who was told.
    subject: `Your email about a donation ${dedicationWords[kind]} ${honoree}`,
    blocks: [
      'Dear donor,',
      `As you asked us to, we wrote to ${recipientName}: that email leaves together with this one. It does not say how much you gave. This is what it says:`,
      ...wordsOf(config, dedication),
      button('Your donation', donationLink),
    ],
  });
}

/** Tells a donor that the email about a dedication could not be delivered. */
export function dedicationBounced(
  config: Config,
  {
    email,
    donationLink,
    recipientName,
  }: { email: string; donationLink: string; recipientName: string },
): Message {
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'form',
    subject: 'Our email about your dedication could not be delivered',
    blocks: [
      'Dear donor,',
      `You asked us to tell ${recipientName} of your donation. Our email could not be delivered: the address may be wrong, or the mailbox may not take it. You may want to tell them yourself. If you know another address, ${writeBack(config)}, and we help you.`,
      button('Your donation', donationLink),
    ],
  });
}
