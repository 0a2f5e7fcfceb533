import type { ReactNode } from 'react';
import type { Durations, OwnDonation } from '#contract/documents.ts';
import type { SiteInfo } from '#contract/site.ts';
import { runningCostsWords, whyNotAll } from '#core/ledger/promise.ts';
import { intervalWords } from '#core/plans/plans.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { halfWithin } from '#core/vetting/waiting-times.ts';
import { paths } from '#web/client/paths.ts';
import { ShareLinks } from '#web/site/shared/share-links.tsx';
import { mailWaits, ThankYou } from '#web/site/shared/thank-you.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

interface DonationThanksPageProps {
  /** Null in a browser that did not start a donation lately. */
  donation: OwnDonation | null;
  /** The secret of a link that shows it; null until it is paid. */
  viewToken: string | null;
  /** From this charity's own past. */
  durations: Durations;
  /** What is missing to pay card costs. */
  missing: number;
  isMailPaused: boolean;
  site: SiteInfo;
}

/** Thanks a donor who comes back from the payment page, and says what happens next. */
export function DonationThanksPage({
  donation,
  viewToken,
  durations,
  missing,
  isMailPaused,
  site,
}: DonationThanksPageProps) {
  return (
    <ThankYou
      title="Thank You For Your Generosity!"
      lead={<Lead donation={donation} isMailPaused={isMailPaused} site={site} />}
      next={[
        {
          title: donation?.cause.isForRunningCosts ? 'It is set aside' : 'We match it',
          text: donation?.need
            ? `Our team allocates your donation to the need that you chose, “${donation.need.name}”. What it does not take becomes free for other needs of its cause, and we email you then.`
            : donation?.cause.isForRunningCosts
              ? `You chose ${donation.cause.name}. ${runningCostsWords}`
              : `Our team allocates your donation to a nominee that it has accepted for the cause you chose.${lately('donations', 'were allocated, at least in part,', durations.donationToAllocation)}`,
        },
        {
          title: 'It goes to work',
          text: `${missing > 0 ? 'It' : 'All of it'} is spent on that purpose, with a receipt for each expense.${missing > 0 ? ` ${whyNotAll({ missingCents: missing, charity: site.name })}` : ''}${lately('expenses', 'had public receipts', durations.expenseToProof)}`,
        },
        {
          title: 'You follow it',
          text: `${viewToken === null ? 'The link in your receipt shows' : 'The button below and the link in your receipt show'} where every cent of your donation is, with receipts, photos, and videos.`,
        },
      ]}
      after={
        <ShareLinks
          text={`Every cent of a donation, with receipts: ${site.name}`}
          path={paths.home}
        />
      }
    >
      {viewToken !== null && (
        <ButtonLink href={paths.donationPageOf(viewToken)} look="important">
          Follow your donation
        </ButtonLink>
      )}
      {viewToken !== null && (
        <noscript>
          <p>To follow your donation, your browser needs JavaScript.</p>
        </noscript>
      )}
      {donation?.state === 'ended' && (
        <ButtonLink href={againPath(donation)} look="important">
          Try again
        </ButtonLink>
      )}
      <ButtonLink href={paths.home}>Back to home page</ButtonLink>
      {donation === null && (
        <ButtonLink href={paths.donorPage} look="plain">
          Find my donations
        </ButtonLink>
      )}
      <ButtonLink href={paths.impact} look="plain">
        See where the money goes
      </ButtonLink>
      <ButtonLink href={paths.nominate} look="plain">
        Nominate someone
      </ButtonLink>
      {donation?.state === 'paid' && (
        <ButtonLink href={againPath(donation)} look="plain">
          Give again
        </ButtonLink>
      )}
    </ThankYou>
  );
}

/** A sentence about how long it took for others; nothing where that says nothing. */
function lately(those: string, ended: string, days: number | null): string {
  return days === null ? '' : ` ${halfWithin(those, ended, days)}`;
}

/** The form, filled in with the same amount and cause. */
function againPath({ amount, cause, need }: OwnDonation): string {
  const query = { amount: centsToDecimal(amount), ...(need && { need: need.id }) };
  return `${paths.donate}?${new URLSearchParams({ cause: cause.id, ...query })}`;
}

function Lead({
  donation,
  isMailPaused,
  site,
}: Pick<DonationThanksPageProps, 'donation' | 'isMailPaused' | 'site'>): ReactNode {
  const soon = isMailPaused ? `. ${mailWaits}` : ', usually within a minute.';
  const receipt = `A receipt with your private link arrives by email${soon}${site.isTrial ? ' This is a trial, so we send only a few receipts a day to one address.' : ''}`;
  if (donation === null) {
    // Anybody can open this address.
    return (
      <p>
        {`If you have just given, we email you a receipt as soon as your payment is confirmed${soon}`}
      </p>
    );
  }
  const what = (
    <>
      <strong>{formatCents(donation.amount)}</strong>
      {donation.need ? ' for ' : ' to '}
      <strong>{donation.need?.name ?? donation.cause.name}</strong>
      {donation.cover > 0 && `, and ${formatCents(donation.cover)} for card costs`}
    </>
  );
  const again =
    donation.interval !== null &&
    `It is charged again every ${intervalWords[donation.interval].every}, until you stop it: each receipt has a link with which you can give less, pause, or stop, or ask for one to change more. `;
  switch (donation.state) {
    case 'paid':
      return (
        <p data-donation-paid="">
          You gave {what}. {again}
          {receipt}
        </p>
      );
    case 'open':
      return (
        <p data-donation-open="">
          You are giving {what}. {again}We are waiting for the confirmation of your payment, which
          usually takes a few seconds, and email you as soon as it is there. Please do not pay
          again. <a href={paths.donateThanks}>Check again</a>
        </p>
      );
    case 'ended':
      return (
        <p>
          Your donation of {what} was not completed, and nothing was charged. What you typed is
          still in the form.
        </p>
      );
  }
}
