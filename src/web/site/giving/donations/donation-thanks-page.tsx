import type { SiteInfo } from '#contract/site.ts';
import { paths } from '#web/client/paths.ts';
import { ThankYou } from '#web/site/shared/thank-you.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export function DonationThanksPage({ site }: { site: SiteInfo }) {
  return (
    <ThankYou
      title="Thank You For Your Generosity!"
      lead={
        <p data-donation-paid="">
          Your donation is on its way.{' '}
          {site.isTrial
            ? 'A receipt usually arrives by email within a minute. This is a trial, so we send only a few receipts a day to one address.'
            : 'A receipt will arrive by email as soon as the payment is confirmed, usually within a minute.'}
        </p>
      }
      next={[
        {
          title: 'We match it',
          text: 'Our team allocates your donation to a vetted nominee for the cause you chose.',
        },
        {
          title: 'It goes to work',
          text: 'All of it is spent on that purpose, with a receipt for each expense.',
        },
        {
          title: 'You follow it',
          text: 'The link in your receipt shows where every cent of your donation is, with receipts, photos, and videos.',
        },
      ]}
    >
      <ButtonLink href={paths.home}>Back to home page</ButtonLink>
      <ButtonLink href={paths.impact} look="plain">
        See where the money goes
      </ButtonLink>
      <ButtonLink href={paths.nominate} look="plain">
        Nominate someone
      </ButtonLink>
    </ThankYou>
  );
}
