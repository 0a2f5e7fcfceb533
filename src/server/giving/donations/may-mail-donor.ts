import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';

/**
 * Whoever gave real money always gets mail about it. Test money costs nothing, so that anybody could flood a mailbox
 * with receipts: their limits are those of every form.
 */
export async function mayMailDonor(
  trx: Trx,
  { isReal, network, email }: { isReal: boolean; network: Buffer | null; email: string },
  { config }: Mailer,
): Promise<boolean> {
  return isReal || mayMailStranger(trx, 'test-money', { network, site: null }, email, config);
}
