import type { DonationId } from '#contract/ids.ts';
import { donationPath } from '#contract/pages.ts';
import { formatCents } from '#core/money.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Reports the deficit of a donation whose money went back to the donor although it was allocated. For whoever has
 * just returned money of the donation, and whoever takes a return back.
 */
export async function reportDeficit(
  trx: Trx,
  donationId: DonationId,
  mailer: Mailer,
): Promise<void> {
  const deficitCents = await deficitOf(trx, donationId);
  // An alert names the figure of its moment; one that is no longer right makes room for a new one.
  await settleAlert(trx, alertKey(donationId));
  if (deficitCents === 0) return;
  const missing = formatCents(deficitCents);
  await raiseAlert(
    trx,
    {
      key: alertKey(donationId),
      title: `${missing} are missing in a donation`,
      message: `Money of a donation went back to the donor after it had been allocated: ${missing} are given to needs, but are not there any more. Open the donation, then release allocations or move them to another donation.`,
      path: donationPath(donationId),
    },
    mailer,
  );
}

/** Takes the report back once there is no deficit. For whoever has just released money of the donation. */
export async function settleDeficit(trx: Trx, donationId: DonationId): Promise<void> {
  if ((await deficitOf(trx, donationId)) === 0) await settleAlert(trx, alertKey(donationId));
}

async function deficitOf(trx: Trx, donationId: DonationId): Promise<number> {
  const { deficitCents } = await trx
    .selectFrom('donations')
    .select('deficitCents')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  return deficitCents;
}

function alertKey(donationId: DonationId): string {
  return `deficit:${donationId}`;
}
