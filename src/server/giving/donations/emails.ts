import type { DonationId } from '#contract/ids.ts';
import { publicPaths } from '#contract/pages.ts';
import type { CauseGround } from '#core/giving/cause-changes.ts';
import { runningCostsWords, whyNotAll } from '#core/ledger/promise.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Block,
  button,
  compose,
  facts,
  type Message,
  writeBack,
} from '#server/platform/mail/compose.ts';
import { type ForTaxes, forTaxes } from '#server/receipts/tax-receipts/emails.ts';

interface PaidDonation {
  id: DonationId;
  /** The day on which the money was received. */
  receivedOn: string;
  /** Null if no payment provider took it. */
  paymentIntentId: string | null;
  amountCents: number;
  /** What the donor added for card costs. */
  coverCents?: number;
  /** What is missing to pay card costs, for too long to promise 100%. */
  missingCents: number;
  /** What of it went back to the donor, if the receipt is sent again. */
  returnedCents?: number;
  causeName: string;
  /** Whether its cause is for running costs. */
  isForRunningCosts: boolean;
  /** Whether its cause was closed while the donor paid. */
  isClosed?: boolean;
  email: string;
  isAvailableToVolunteerTime: boolean;
  /** The rule for a donation that is bound to a need, or that it is free by now; absent or null for one to its cause. */
  binding?: string | null;
  /** What the mail says about the recurring donation that it belongs to, if it does. */
  plan?: { adjective: string; blocks: Block[] };
}

function purposeOf({
  binding,
  isForRunningCosts,
  causeName,
  missingCents,
  amountCents,
  returnedCents = 0,
}: PaidDonation): string {
  if (returnedCents >= amountCents) {
    return 'None of it is here anymore: all of it was returned.';
  }
  if (binding) return binding;
  if (isForRunningCosts) return `You chose ${causeName}. ${runningCostsWords}`;
  const what = returnedCents > 0 ? 'What was not returned' : missingCents > 0 ? 'It' : 'All of it';
  return `${what} goes to a nominee whose need matches the cause you chose: ${causeName}.`;
}

/**
 * The thank-you with the private link, and with the receipt for taxes or why there is none, sent once a donation is paid. A payment does not confirm an
 * address, so it contains nothing that the donor typed; the name of the person who paid is on the bank statement.
 */
export function donationReceipt(
  config: Config,
  donation: PaidDonation,
  donationLink: string,
  taxes: ForTaxes,
): Message {
  const amount = formatCents(donation.amountCents);
  const { coverCents = 0, missingCents } = donation;
  const where = [
    purposeOf(donation),
    ...(donation.isClosed
      ? [
          `We closed this cause while you were paying. Your donation stays with it, and is used as you chose${donation.plan ? '; before the next payment, we email you which cause it goes to' : ''}.`,
        ]
      : []),
    ...(missingCents > 0 ? [whyNotAll({ missingCents, charity: config.site.name })] : []),
  ].join(' ');
  return compose(config, {
    isAboutMoney: true,
    to: donation.email,
    urgency: 'receipt',
    subject: `Thank you for your ${donation.plan ? `${donation.plan.adjective} ` : ''}donation of ${amount}`,
    blocks: [
      'Dear donor,',
      `Thank you for your generosity. We received your donation of ${amount}. ${where}`,
      ...(coverCents > 0
        ? [
            `You also added ${formatCents(coverCents)} for card costs, so you paid ${formatCents(donation.amountCents + coverCents)} in all. Thank you for that, too.`,
          ]
        : []),
      facts([
        ['Amount', amount],
        ...(coverCents > 0
          ? ([
              ['Added for card costs', formatCents(coverCents)],
              ['Paid in all', formatCents(donation.amountCents + coverCents)],
            ] satisfies [string, string][])
          : []),
        ...(donation.returnedCents
          ? [['Returned', formatCents(donation.returnedCents)] satisfies [string, string]]
          : []),
        ['Cause', donation.causeName],
        ['Date', formatDay(donation.receivedOn)],
        ['Donation', donation.id],
        ...(donation.paymentIntentId === null
          ? []
          : [['Payment', donation.paymentIntentId] satisfies [string, string]]),
      ]),
      'We show you where every cent of it is and how it was spent, with receipts, photos, and videos. This link is for you alone, so keep it to yourself:',
      button('See where your donation is', donationLink),
      ...forTaxes(config, taxes),
      ...(donation.plan?.blocks ?? []),
      ...(donation.isAvailableToVolunteerTime
        ? [
            'You also offered to volunteer your time. Thank you! Our team gets in touch when there is something to do.',
          ]
        : []),
    ],
  });
}

/** Tells a donor that their donation is for another cause from now on, why, and what stays as it is. */
export function causeChanged(
  config: Config,
  {
    email,
    amountCents,
    receivedOn,
    from,
    to,
    ground,
    plan,
    link,
  }: {
    email: string;
    amountCents: number;
    receivedOn: string;
    from: string;
    to: { name: string; isForRunningCosts: boolean };
    ground: CauseGround;
    /** Whether it is a payment of a recurring donation. */
    plan: boolean;
    link: string;
  },
): Message {
  const amount = formatCents(amountCents);
  const why =
    ground === 'donor_agreed'
      ? 'You agreed to this.'
      : 'When we entered your donation, we chose the wrong cause. We are sorry for that.';
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'receipt',
    subject: `Your donation of ${amount} is for ${to.name} now`,
    blocks: [
      'Dear donor,',
      `Your donation of ${amount} of ${formatDay(receivedOn)} was for ${from}. From now on, all of it is for ${to.name}. ${why}`,
      ...(to.isForRunningCosts ? [runningCostsWords] : []),
      ...(plan
        ? ['This is about this one donation. Your recurring donation is not changed by it.']
        : []),
      'A receipt for taxes that you have for it stays right, because it names no cause.',
      `If this is not what you want, please ${writeBack(config)} soon: once your donation helps somebody, we cannot change this anymore.`,
      'This link shows where every cent of your donation is; it is for you alone, so keep it to yourself:',
      button('See where your donation is', link),
    ],
  });
}

/**
 * Tells a donor whose bank debit failed, days after they thought they had paid, that nothing was donated. Nobody has
 * confirmed the address, so it contains nothing that was typed.
 */
export function paymentFailed(
  config: Config,
  payment: Pick<PaidDonation, 'email' | 'amountCents' | 'coverCents' | 'causeName'>,
): Message {
  const amount = formatCents(payment.amountCents);
  return compose(config, {
    isAboutMoney: true,
    to: payment.email,
    urgency: 'receipt',
    subject: `Your donation of ${amount} did not go through`,
    blocks: [
      'Hello,',
      `Your bank did not pay the ${amount} that you wanted to donate to ${payment.causeName}${payment.coverCents ? `, and neither the ${formatCents(payment.coverCents)} for card costs` : ''}. You were not charged, and nothing was donated.`,
      'If you still want to help, you can try again, perhaps with a different payment method.',
      button('Donate', `${config.publicUrl}${publicPaths.donate}`),
    ],
  });
}
