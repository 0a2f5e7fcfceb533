import { intervalWords } from '#core/plans/plans.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { type ToldPlan, whatLinksDo } from '#server/plans/plans/emails.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

/**
 * A recurring donation that began in another system goes on here. It contains nothing that the donor typed: the address
 * comes from the payment provider, and nobody has confirmed it.
 */
export function planAdopted(config: Config, plan: ToldPlan, startedAt: string | null): Message {
  const { adjective, every } = intervalWords[plan.interval];
  return compose(config, {
    isAboutMoney: true,
    urgency: 'receipt',
    to: plan.email,
    subject: `Your ${adjective} donation goes on, and you can see where it goes`,
    blocks: [
      'Dear donor,',
      `You give to ${config.site.name} regularly. We have moved to a new website, which shows you where every cent of your donations goes. Your recurring donation goes on as it was, with the same card. Nothing was charged because of the move, and you do not have to do anything.`,
      facts([
        ['Amount', formatCents(plan.amountCents)],
        ['How often', `Every ${every}`],
        ['Cause', plan.causeName],
        ...(startedAt === null
          ? []
          : [['Since', formatDate(startedAt, plan.timeZone)] satisfies [string, string]]),
        ...(plan.nextChargeAt === null
          ? []
          : [
              ['Next payment', formatDate(plan.nextChargeAt, plan.timeZone)] satisfies [
                string,
                string,
              ],
            ]),
      ]),
      whatLinksDo,
      button('Your recurring donation', plan.url),
      'From now on, we email you a receipt for each payment. If you do not want to go on giving, stop it on that page. You owe us nothing. If you think that this email is not for you, please reply to it.',
    ],
  });
}
