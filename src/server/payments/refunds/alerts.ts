import { adminPaths, donationPath } from '#contract/admin-pages.ts';
import type { DonationId, RefundId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import { type Alert, raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/* What the team is told about refunds. */

/** A refund that the team is told about. */
export interface ToldRefund {
  id: RefundId;
  donationId: DonationId | null;
  amountCents: number;
}

/** A booked refund failed at the bank; the donor was told that it was on its way. */
export function tellThatItFailed(trx: Trx, refund: ToldRefund, mailer: Mailer): Promise<void> {
  const message = `The refund of ${formatCents(refund.amountCents)} was not accepted by the donor's bank, or was canceled at the payment provider, so the money is back in the donation. The donor was told about the refund: please contact them and find another way.`;
  return tellAnew(trx, alertAbout(refund, 'A refund failed', message), mailer);
}

/** A refund that an administrator requested has failed before it was booked: nobody would hear of it otherwise. */
export function tellThatNothingLeft(trx: Trx, refund: ToldRefund, mailer: Mailer): Promise<void> {
  const message = `The refund of ${formatCents(refund.amountCents)} that an administrator requested has failed. The money is still in the donation, and the donor was not told about a refund. Please request it again, or find another way.`;
  return tellAnew(trx, alertAbout(refund, 'A refund failed', message), mailer);
}

/** A refund that was listed as refused was made after all: whoever requested it again has paid twice. */
export function tellThatItWasMade(trx: Trx, refund: ToldRefund, mailer: Mailer): Promise<void> {
  const message = `The payment provider says that it made the refund of ${formatCents(refund.amountCents)} that was listed here as refused, so the books show it now. If it was requested again meanwhile, the donor gets both: please check.`;
  return tellAnew(trx, alertAbout(refund, 'A refused refund was made after all', message), mailer);
}

/** The provider refused a refund when nobody was waiting for its response anymore. */
export function tellThatItWasRefused(
  trx: Trx,
  refund: ToldRefund,
  reason: string,
  mailer: Mailer,
): Promise<void> {
  const message = `The refund of ${formatCents(refund.amountCents)} that an administrator requested was not made. ${reason}`;
  return tellAnew(trx, alertAbout(refund, 'A refund was refused', message), mailer);
}

/** A refund is still without an outcome: its money stays reserved, and somebody should look. */
export function tellThatItWaits(trx: Trx, refund: ToldRefund, mailer: Mailer): Promise<void> {
  const message = `The refund of ${formatCents(refund.amountCents)} was requested, and we do not know yet whether the payment provider has made it. Its money stays reserved. Please look at the payment there. We ask again every hour, if the provider that took the payment is set up here and lists all of its refunds in a form that we can read.`;
  return raiseAlert(trx, alertAbout(refund, 'A refund has no outcome yet', message), mailer);
}

/** Settles what was told about a refund, because there is news of it. */
export function settleRefundAlert(trx: Trx, id: RefundId): Promise<boolean> {
  return settleAlert(trx, alertKey(id));
}

/** What was told before about the same refund is not true anymore, so it does not stand in the way of the news. */
async function tellAnew(trx: Trx, alert: Alert, mailer: Mailer): Promise<void> {
  await settleAlert(trx, alert.key);
  await raiseAlert(trx, alert, mailer);
}

function alertKey(id: RefundId): string {
  return `refund:${id}`;
}

function alertAbout({ id, donationId }: ToldRefund, title: string, message: string): Alert {
  const path = donationId === null ? adminPaths.donations : donationPath(donationId);
  return { key: alertKey(id), title, message, path };
}
