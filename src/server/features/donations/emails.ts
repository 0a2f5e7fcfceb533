import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import type { Config } from '#server/config.ts';
import { compose, facts, type Message, paragraph } from '#server/mail/compose.ts';

interface PaidDonation {
  id: string;
  createdAt: string;
  paymentIntentId: string;
  amountCents: number;
  causeName: string;
  firstName: string;
  lastName: string;
  email: string;
  isAvailableToVolunteerTime: boolean;
}

/** The thank-you with the receipt, sent once a donation is paid. */
export function donationReceipt(config: Config, donation: PaidDonation): Message {
  const amount = formatCents(donation.amountCents);
  return compose(config, {
    to: donation.email,
    subject: `Thank you for your donation of ${amount}`,
    blocks: [
      paragraph(`Dear ${donation.firstName},`),
      paragraph(
        `Thank you for your generosity. We received your donation of ${amount}. All of it goes to a nominee whose need matches the cause you chose: ${donation.causeName}.`,
      ),
      facts([
        ['Receipt for', `${donation.firstName} ${donation.lastName}`],
        ['Amount', amount],
        ['Cause', donation.causeName],
        ['Date', formatDate(donation.createdAt, 'UTC')],
        ['Donation', donation.id],
        ['Payment', donation.paymentIntentId],
      ]),
      paragraph(
        'We will show how it was spent with receipts, photos and videos. Please keep this e-mail as your receipt.',
      ),
      ...(donation.isAvailableToVolunteerTime
        ? [
            paragraph(
              'You also offered to volunteer your time. Thank you; our team will be in touch.',
            ),
          ]
        : []),
    ],
  });
}
