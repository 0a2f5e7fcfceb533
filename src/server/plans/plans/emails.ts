import {
  type EndReason,
  failureWords,
  intervalWords,
  type PlanInterval,
} from '#core/plans/plans.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { changeLinkMinutes } from '#server/plans/plans/plan-links.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Block,
  button,
  compose,
  facts,
  type Message,
  writeBack,
} from '#server/platform/mail/compose.ts';
import type { PlanFailure } from '#server/provider/payment-provider/provider.ts';

/* Mails about plans. A payment does not confirm an address, so they contain nothing that the donor typed. */

/** A plan as its donor reads about it. */
export interface ToldPlan {
  email: string;
  amountCents: number;
  /** What is charged beside the amount, for card costs. */
  coverCents: number;
  interval: PlanInterval;
  causeName: string;
  nextChargeAt: string | Date | null;
  timeZone: string;
  /** The link that shows, lowers, pauses, and stops it. */
  url: string;
}

/** What the link of every mail about a plan does, so that no mail promises more. */
export const whatLinksDo =
  'With this link, you can see it, give less, pause it, or stop it. To change more, that page emails you a fresh link:';

const hello = 'Dear donor,';
const isOurs = { isAboutMoney: true, urgency: 'receipt' } as const;

/** A plan in words: the interval, what is given, and what for. */
export function nameOf({ amountCents, coverCents, interval, causeName }: ToldPlan): string {
  const added =
    coverCents === 0
      ? ''
      : ` (${formatCents(amountCents + coverCents)} with ${formatCents(coverCents)} for card costs)`;
  return `${intervalWords[interval].adjective} donation of ${formatCents(amountCents)} to ${causeName}${added}`;
}

/** What the receipt of each payment says about the plan. */
export function aboutPlan(plan: ToldPlan): Block[] {
  const next =
    plan.nextChargeAt === null
      ? ''
      : ` The next one is on ${formatDate(plan.nextChargeAt, plan.timeZone)}.`;
  return [
    `This is your ${intervalWords[plan.interval].adjective} donation.${next} ${whatLinksDo}`,
    button('Your recurring donation', plan.url),
  ];
}

/** The bank refused a payment. Nobody is asked to hurry: nobody owes a donation. */
export function planPaymentFailed(config: Config, plan: ToldPlan, failure: PlanFailure): Message {
  const { nextTryAt, code } = failure;
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Your ${intervalWords[plan.interval].adjective} donation could not be charged`,
    blocks: [
      hello,
      `The payment for your ${nameOf(plan)} did not go through. ${failureWords(code)} You were not charged.`,
      nextTryAt === null
        ? 'We will not try this card again. If you want to go on giving, please enter another card on your page.'
        : `We try again on ${formatDate(nextTryAt, plan.timeZone)}. You do not have to do anything, unless you want to use another card, or stop.`,
      button('Change the card or stop', plan.url),
      'You can stop right there. To change the card, that page emails you a fresh link: somebody may have forwarded this email. You owe us nothing. Thank you for what you have given.',
    ],
  });
}

/** The bank wants the donor to confirm a payment. */
export function planPaymentToConfirm(config: Config, plan: ToldPlan): Message {
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Please confirm your ${intervalWords[plan.interval].adjective} donation with your bank`,
    blocks: [
      hello,
      `Your bank wants you to confirm the payment for your ${nameOf(plan)}. You have not been charged yet.`,
      button('Confirm the payment', plan.url),
      'If you do not want to confirm it, you can stop your recurring donation on the same page. You owe us nothing.',
    ],
  });
}

const endTexts: Record<EndReason, string> = {
  donor: 'You stopped it, and nothing will be charged anymore.',
  staff: 'Our team stopped it, and nothing will be charged anymore.',
  payment_failed:
    'Your bank did not approve the payments, so we have stopped trying. Nothing will be charged.',
  disputed: 'A payment was disputed at your bank, so nothing will be charged anymore.',
  cause_closed: 'Its cause was closed, so nothing will be charged anymore.',
  provider: 'It was stopped at our payment provider, and nothing will be charged anymore.',
};

/** Somebody asked to end a plan, and the provider has not confirmed it, so that it may still charge. */
export function planStopWaits(config: Config, plan: ToldPlan): Message {
  const next =
    plan.nextChargeAt === null ? '' : `, next on ${formatDate(plan.nextChargeAt, plan.timeZone)}`;
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `We could not stop your ${intervalWords[plan.interval].adjective} donation yet`,
    blocks: [
      hello,
      `Your ${nameOf(plan)} is to end, but our payment provider has not confirmed it yet. We ask again every minute until it does, and email you then. Until then, your card may still be charged${next}.`,
      button('Your recurring donation', plan.url),
      `If it is charged after all, please ${writeBack(config)}, so that we can give it back.`,
    ],
  });
}

/** A plan has ended. */
export function planEnded(config: Config, plan: ToldPlan, why: EndReason): Message {
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Your ${intervalWords[plan.interval].adjective} donation has ended`,
    blocks: [
      hello,
      `Your ${nameOf(plan)} has ended. ${endTexts[why]} You owe us nothing.`,
      ...(why === 'staff' ? [`If you did not ask for it, please ${writeBack(config)}.`] : []),
      'Thank you for everything that you have given. We still show you where it is:',
      button('Your recurring donation', plan.url),
    ],
  });
}

/** A payment comes in a week. */
export function planPaymentComing(config: Config, plan: ToldPlan): Message {
  const day = plan.nextChargeAt === null ? '' : formatDate(plan.nextChargeAt, plan.timeZone);
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Your ${intervalWords[plan.interval].adjective} donation is on ${day}`,
    blocks: [
      hello,
      `On ${day}, your card is charged for your ${nameOf(plan)}. You do not have to do anything. If you want to give less, to pause or stop it, or to ask for a link to change more, do so before then:`,
      button('Your recurring donation', plan.url),
    ],
  });
}

/** The team has changed a plan. */
export function planChangedByTeam(config: Config, plan: ToldPlan, what: string): Message {
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Your ${intervalWords[plan.interval].adjective} donation was changed`,
    blocks: [
      hello,
      `Our team has changed your recurring donation: ${what}`,
      factsOf(plan),
      button('Your recurring donation', plan.url),
      `If you did not ask for it, please ${writeBack(config)}.`,
    ],
  });
}

/** The donor, or whoever had their link, has changed a plan. */
export function planChangedByDonor(
  config: Config,
  plan: ToldPlan,
  pausedUntil: string | null,
): Message {
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `You changed your ${intervalWords[plan.interval].adjective} donation`,
    blocks: [
      hello,
      pausedUntil === null
        ? 'You changed your recurring donation. This is what it is now:'
        : `Your recurring donation is paused until ${formatDate(pausedUntil, plan.timeZone)}. Nothing is charged until then. This is what it is:`,
      factsOf(plan),
      button('Your recurring donation', plan.url),
      `If this was not you, please stop it with this link, or ${writeBack(config)}.`,
    ],
  });
}

function factsOf(plan: ToldPlan): Block {
  const rows: [string, string][] = [['Amount', formatCents(plan.amountCents)]];
  if (plan.coverCents > 0) {
    rows.push(['Added for card costs', formatCents(plan.coverCents)]);
    rows.push(['Charged in all', formatCents(plan.amountCents + plan.coverCents)]);
  }
  rows.push(['How often', `Every ${intervalWords[plan.interval].every}`]);
  rows.push(['Cause', plan.causeName]);
  if (plan.nextChargeAt !== null) {
    rows.push(['Next payment', formatDate(plan.nextChargeAt, plan.timeZone)]);
  }
  return facts(rows);
}

/** The links that somebody asked for. */
export function changeLinks(
  config: Config,
  email: string,
  plans: {
    amountCents: number;
    coverCents: number;
    interval: PlanInterval;
    causeName: string;
    url: string;
  }[],
  expiresAt: string,
): Message {
  return compose(config, {
    isAboutMoney: true,
    urgency: 'form',
    to: email,
    subject: 'Your link to change your recurring donation',
    expiresAt,
    blocks: [
      hello,
      `You asked for a link to change your recurring donation. It works for ${changeLinkMinutes} minutes, and for one change.`,
      ...plans.map(({ amountCents, coverCents, interval, causeName, url }) => {
        const added = coverCents === 0 ? '' : ` and ${formatCents(coverCents)} for card costs`;
        const { every } = intervalWords[interval];
        return button(
          `Change ${formatCents(amountCents)}${added} every ${every} to ${causeName}`,
          url,
        );
      }),
      'Anyone who has this link can change your donation, so keep it to yourself. If you did not ask for it, you do not have to do anything.',
    ],
  });
}
