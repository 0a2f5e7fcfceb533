import type { Visitor } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { mailboxOf } from '#server/platform/mail/mailbox.ts';
import { countUntilRefused, mailboxCaller } from '#server/platform/misuse/call-counts.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

/* Whether a mail may leave to an address that a stranger typed. */

/**
 * Mails a day to one mailbox that strangers, or whoever has a link, can cause. Each is counted apart, so that using up
 * one keeps nobody from another; 48 in all.
 */
export const mailsToMailbox = {
  /** Confirmations of nominations. */
  nomination: 3,
  /** Receipts for test money, and notes that its payment failed. */
  'test-money': 3,
  /** Questions whether an address wants to follow a need. */
  follow: 3,
  /** Receipts that are sent again. */
  'receipt-copy': 3,
  /** References for bank transfers. */
  'bank-transfer': 3,
  /** Links to a donation that replace earlier ones. */
  'new-link': 3,
  /** Links to all donations of the address. */
  'donor-link': 9,
  'plan-link': 9,
  /** Tellings of a donation in somebody's honor or memory. */
  dedication: 3,
  /** Links to all nominations of the address. */
  'tracking-link': 9,
};
/** What is asked for with nothing but an address. */
export const linkRequests: ReadonlySet<string> = new Set([
  'donor-link',
  'plan-link',
  'tracking-link',
]);
/** Of each of {@link linkRequests}: those that one network can cause, so that it does not block the owner on another. */
export const linkRequestsFromNetwork = 3;
/** Mails a day that one network can cause, to all mailboxes together. */
export const mailsFromNetwork = 20;

/** Why a mail would leave. */
export type MailCause = keyof typeof mailsToMailbox;

const windowSeconds = 24 * 3600;

/**
 * Whether a mail may leave to an address that a stranger typed and nobody has confirmed; counts it. Few a day reach one
 * mailbox for each cause, whoever asks for them, and few a day leave because of one network.
 */
export function mayMailStranger(
  db: Db | Trx,
  cause: MailCause,
  { network, site }: Visitor,
  address: string,
  config: Config,
): Promise<boolean> {
  const mailbox = mailboxCaller(mailboxOf(address), serverSecret(config));
  const counted = [
    { name: `mail to mailbox: ${cause}`, caller: mailbox, most: mailsToMailbox[cause] },
  ];
  // Whoever rents an IPv6 site has thousands of networks in it: for mail, they are one.
  const origin = site ?? network;
  if (origin !== null) {
    counted.push({ name: 'mail by form', caller: origin, most: mailsFromNetwork });
  }
  if (origin !== null && linkRequests.has(cause)) {
    // Before the others: what a network asks for in vain uses up nothing of the mailbox.
    const caller = Buffer.concat([mailbox, origin]);
    counted.unshift({ name: `${cause} from network`, caller, most: linkRequestsFromNetwork });
  }
  return countUntilRefused(
    db,
    counted.map((each) => ({ ...each, windowSeconds })),
  );
}

/** The same for whoever has a link and is told about it. 429 if the mailbox or the network has had enough. */
export async function refuseTooMuchMail(...about: Parameters<typeof mayMailStranger>) {
  if (await mayMailStranger(...about)) return;
  throw new AppError(
    'too_many_requests',
    'We have sent you several emails today already. Please try again tomorrow, or write to us.',
  );
}
