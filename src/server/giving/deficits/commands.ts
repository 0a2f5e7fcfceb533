import type { DonationId } from '#contract/ids.ts';
import { donationPath } from '#contract/pages.ts';
import { formatCents } from '#core/money.ts';
import {
  type Alert,
  raiseAlert,
  rewordAlert,
  settleAlert,
} from '#server/platform/alerts/alerts.ts';
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
  const deficit = await deficitOf(trx, donationId);
  // A new one, because the team has to hear of it.
  await settleAlert(trx, alertKey(donationId));
  if (deficit.deficitCents > 0) await raiseAlert(trx, alertAbout(donationId, deficit), mailer);
}

/**
 * Settles the alert once there is no deficit, and tells what is left until then. Callers that release money of the
 * donation call this afterwards.
 */
export async function updateDeficit(trx: Trx, donationId: DonationId): Promise<void> {
  const deficit = await deficitOf(trx, donationId);
  if (deficit.deficitCents === 0) await settleAlert(trx, alertKey(donationId));
  else await rewordAlert(trx, alertAbout(donationId, deficit));
}

function deficitOf(trx: Trx, donationId: DonationId) {
  return trx
    .selectFrom('donations')
    .select(['deficitCents', 'allocatedCents'])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
}

function alertKey(donationId: DonationId): string {
  return `deficit:${donationId}`;
}

function alertAbout(
  donationId: DonationId,
  { deficitCents, allocatedCents }: Awaited<ReturnType<typeof deficitOf>>,
): Alert {
  // What is missing although nothing of it is allocated, such as after a refund and a dispute of the same money.
  const lostCents = Math.max(0, deficitCents - allocatedCents);
  const allocated = formatCents(deficitCents - lostCents);
  const sentences = [
    ...(deficitCents > lostCents
      ? [
          `Part of a donation went back to the donor after it had been allocated, so ${allocated} that needs count on is gone. Open the donation, then release allocations or move them to another donation.`,
        ]
      : []),
    ...(lostCents > 0
      ? [
          `${formatCents(lostCents)} more went back to the donor than was donated. There is nothing to release for it: it is a loss unless you win a dispute.`,
        ]
      : []),
  ];
  return {
    key: alertKey(donationId),
    title: `${formatCents(deficitCents)} is missing from a donation`,
    message: sentences.join(' '),
    path: donationPath(donationId),
  };
}
