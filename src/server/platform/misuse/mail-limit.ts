import type { Visitor } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { mailboxOf } from '#server/platform/mail/mailbox.ts';
import { countBoth, countCall, mailboxCaller } from '#server/platform/misuse/call-counts.ts';
import { mailsFromNetwork, mailsToMailbox } from '#server/platform/misuse/policy.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';

const windowSeconds = 24 * 3600;

/**
 * Whether a mail may leave to an address that a stranger typed and nobody has confirmed; counts it. Few a day reach one
 * mailbox, whoever sends the forms, and few a day leave because of one network.
 */
export async function mayMailStranger(
  trx: Trx,
  { network }: Visitor,
  address: string,
  config: Config,
): Promise<boolean> {
  const mailbox = mailboxCaller(mailboxOf(address), serverSecret(config));
  const toMailbox = { name: 'mail to mailbox', caller: mailbox, windowSeconds };
  if (network === null) return (await countCall(trx, toMailbox)).calls <= mailsToMailbox;
  return countBoth(
    trx,
    { ...toMailbox, most: mailsToMailbox },
    { name: 'mail by form', caller: network, windowSeconds, most: mailsFromNetwork },
  );
}
