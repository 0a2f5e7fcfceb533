import type { DonationId } from '#contract/ids.ts';
import { donationPath } from '#contract/pages.ts';
import { formatCents } from '#core/money.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerts/alerts.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Reports the deficit of a donation whose money was returned to the donor although it was allocated. Callers that
 * return money of a donation, or undo a return, call this afterwards.
 */
export async function reportDeficit(
  trx: Trx,
  donationId: DonationId,
  mailer: Mailer,
): Promise<void> {
  const deficitCents = await deficitOf(trx, donationId);
  // An alert contains the figure of its moment; an outdated one is replaced.
  await settleAlert(trx, alertKey(donationId));
  if (deficitCents === 0) return;
  const missing = formatCents(deficitCents);
  await raiseAlert(
    trx,
    {
      key: alertKey(donationId),
      title: `${missing} is missing from a donation`,
      message: `Part of a donation went back to the donor after it had been allocated, so ${missing} that needs count on is gone. Open the donation, then release allocations or move them to another donation.`,
      path: donationPath(donationId),
    },
    mailer,
  );
}

/** Settles the alert once there is no deficit. Callers that release money of the donation call this afterwards. */
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
