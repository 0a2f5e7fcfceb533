import { intervalWords } from '#core/plans/plans.ts';
import { formatDate } from '#core/platform/dates.ts';
import { nameOf, type ToldPlan } from '#server/plans/plans/emails.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, type Message } from '#server/platform/mail/compose.ts';

const isOurs = { isAboutMoney: true, urgency: 'receipt' } as const;

/** The team wants to move a plan, and its donor decides. */
export function planIsMoving(
  config: Config,
  plan: ToldPlan,
  { to, dueAt, isClosed }: { to: string; dueAt: string; isClosed: boolean },
): Message {
  const day = formatDate(dueAt, plan.timeZone);
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Your ${intervalWords[plan.interval].adjective} donation goes to ${to} from ${day}`,
    blocks: [
      'Dear donor,',
      `${isClosed ? `We have closed the cause ${plan.causeName}, so we` : 'We'} would like to use your ${nameOf(plan)} for another cause: from ${day} on, it goes to ${to}. Nothing else changes. What you have given until then stays where it is.`,
      'If you agree, you do not have to do anything. If you do not, stop your recurring donation with this link before that day, or ask there for a fresh link to choose another cause:',
      button('Your recurring donation', plan.url),
    ],
  });
}

/** The team has changed its mind. */
export function planStays(config: Config, plan: ToldPlan): Message {
  return compose(config, {
    ...isOurs,
    to: plan.email,
    subject: `Your ${intervalWords[plan.interval].adjective} donation stays with ${plan.causeName}`,
    blocks: [
      'Dear donor,',
      `We wrote to you that your recurring donation would go to another cause. It does not: your ${nameOf(plan)} stays as it is.`,
      button('Your recurring donation', plan.url),
    ],
  });
}
