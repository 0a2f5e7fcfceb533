import type { DonationId } from '#contract/ids.ts';
import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import { type Block, button, compose, facts, type Message } from '#server/platform/mail/compose.ts';
import { forTaxes, receiptChangeText } from '#server/receipts/tax-receipts/emails.ts';
import type { ReceiptChange } from '#server/receipts/tax-receipts/end-receipt.ts';

interface RefundedDonation {
  email: string;
  donationId: DonationId;
  amountCents: number;
  refundCents: number;
  /** What of the refund returns what the donor added for card costs. */
  coverCents: number;
  /** What became of the receipt; null if the donation has none. */
  receiptChange: ReceiptChange | null;
}

/**
 * Tells a donor that a refund is on its way, with the private link to the donation. Nobody has confirmed the address,
 * so it contains nothing that the donor typed.
 */
export function donationRefunded(
  config: Config,
  refunded: RefundedDonation,
  donationLink: string,
): Message {
  const { coverCents } = refunded;
  const amount = formatCents(refunded.refundCents);
  const what =
    coverCents > 0
      ? `${amount}: ${formatCents(refunded.refundCents - coverCents)} of your donation, and ${formatCents(coverCents)} that you added for card costs`
      : `${amount} of your donation`;
  return compose(config, {
    isAboutMoney: true,
    to: refunded.email,
    urgency: 'receipt',
    subject: `A refund of ${amount} is on its way to you`,
    blocks: [
      'Dear donor,',
      `We are refunding ${what}, the same way you paid.${config.isTrial ? '' : ' It can take up to ten days to appear on your bank statement.'}`,
      facts([
        ['Refund', amount],
        ['From your donation of', formatCents(refunded.amountCents)],
        ['Donation', refunded.donationId],
      ]),
      button('See where your donation is', donationLink),
      ...receiptOf(config, refunded.receiptChange),
      'If you did not expect this, please write to us through our contact page.',
    ],
  });
}

/** What a refund makes of the receipt, with the one that takes its place. */
function receiptOf(config: Config, change: ReceiptChange | null): Block[] {
  if (change === null) return [];
  return [
    receiptChangeText(change),
    ...(change.kind === 'replaced'
      ? forTaxes(config, { document: change.by.document, isCopy: false })
      : []),
  ];
}
