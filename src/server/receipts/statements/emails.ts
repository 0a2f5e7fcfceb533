import { statementPageUrl } from '#contract/pages.ts';
import { statementLinkDays } from '#contract/receipts/statements.ts';
import { formatCount } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';

/**
 * The link to a statement, with its sum. Nobody has confirmed the address, so it contains nothing that the donor typed.
 */
export function statementReady(
  config: Config,
  {
    email,
    token,
    from,
    to,
    count,
    totalCents,
  }: {
    email: string;
    token: string;
    from: string;
    to: string;
    count: number;
    totalCents: number;
  },
): Message {
  const period = `${formatDay(from)} to ${formatDay(to)}`;
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'bulk',
    subject: `The statement of your donations, ${period}`,
    blocks: [
      'Dear donor,',
      'Thank you for your generosity. Here is a statement of what you donated, with the date, the amount, and the receipt number of each donation. You can save it as a PDF file.',
      facts([
        ['Period', period],
        ['Donations', formatCount(count)],
        ['Total, without what was returned', formatCents(totalCents)],
      ]),
      button('Open your statement', statementPageUrl(config.publicUrl, token)),
      `The link works for ${statementLinkDays} days. Anyone who has it can see the statement with your name, so keep it to yourself. Donations with a receipt number have a receipt of their own: do not count them twice.`,
    ],
  });
}
