import { type BindingEnd, bindingEndWords } from '#core/giving/bound-donations.ts';
import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

/** Tells a donor that what is left of a donation for a need is free for other needs of its cause. */
export function donationFreed(
  config: Config,
  {
    email,
    freeCents,
    need,
    cause,
    why,
    link,
  }: {
    email: string;
    freeCents: number;
    /** Its public name; null while it has no public page. */
    need: string | null;
    cause: string;
    why: BindingEnd;
    link: string;
  },
): Message {
  const name = need === null ? 'the need that you chose' : `“${need}”`;
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'receipt',
    subject: `${formatCents(freeCents)} of your donation can help other needs now`,
    blocks: [
      'Dear donor,',
      `You gave for ${name}. ${formatCents(freeCents)} of your donation was not allocated to it, and is free for other needs of the same cause, ${cause}, from now on, because ${bindingEndWords[why]}. That is the rule that stood on the form when you gave.`,
      'You need not do anything. This link shows where every cent of your donation is; it is for you alone, so keep it to yourself:',
      button('See where your donation is', link),
    ],
  });
}
