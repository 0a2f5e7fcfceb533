import { createHmac } from 'node:crypto';
import type { DonationId } from '#contract/ids.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/*
 * The link on the thank-you page, which shows a donation and changes nothing. The browser that made a donation gets no
 * other, because whoever typed the address need not own it. Booking stores its hash, and replacing the links of the
 * donation deletes it. Its secret is computed, so that the thank-you page shows the same link each time without writing
 * anything.
 */

/** What booking stores of the link. */
export function viewLinkOf(donationId: DonationId, config: Config) {
  return { donationId, tokenHash: hashToken(viewTokenOf(donationId, config)), isViewOnly: true };
}

/** The secret of the link; null before the donation is paid, and once its links were replaced. */
export async function findViewToken(
  db: Db,
  donationId: DonationId,
  config: Config,
): Promise<string | null> {
  const token = viewTokenOf(donationId, config);
  const link = await db
    .selectFrom('donationLinks')
    .select('donationId')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  return link ? token : null;
}

function viewTokenOf(donationId: DonationId, config: Config): string {
  return createHmac('sha256', serverSecret(config))
    .update(`view donation ${donationId}`)
    .digest('base64url');
}
