import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import { MessageScreen } from '#web/shared/message-screen.tsx';
import { DonateForm, forgetDonationDraft } from '#web/site/giving/donations/donate-form.tsx';
import { FormPage } from '#web/site/shared/form-page.tsx';
import { ThankYou } from '#web/site/shared/thank-you.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

const steps = [
  'It stays untouched until we have vetted a nominee for your cause.',
  'Our team allocates 100% of it to nominees, cent by cent.',
  'You get the receipts by email, with photos and videos.',
];

export default function DonatePage() {
  const [query] = useSearchParams();
  if (query.get('status') === 'success') return <DonationThanks />;
  if (siteInfo.payments === 'none') return <DonationsClosed />;
  return (
    <FormPage
      title="Give a Donation"
      lead="Your donation supports a nominee that matches the cause you choose. You may also volunteer your time, and we show you how the money was spent, with receipts."
      aside={{ label: 'What your donation does', title: 'What your donation does', steps }}
    >
      <DonateForm />
    </FormPage>
  );
}

/** On a copy of a site that takes no payments: whoever filled in the form could only fail. */
function DonationsClosed() {
  return (
    <MessageScreen title="Give a Donation" text="This site takes no donations at the moment.">
      <LinkButton to={paths.home}>Back to home page</LinkButton>
    </MessageScreen>
  );
}

function DonationThanks() {
  // The donor has paid, so the draft is no longer needed.
  useEffect(forgetDonationDraft, []);
  return (
    <ThankYou
      title="Thank You For Your Generosity!"
      lead={
        <p>
          Your donation is on its way.{' '}
          {siteInfo.isTrial
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
      <LinkButton to={paths.home}>Back to home page</LinkButton>
      <LinkButton to={paths.impact} variant="default">
        See our impact
      </LinkButton>
      <LinkButton to={paths.nominate} variant="default">
        Nominate someone
      </LinkButton>
    </ThankYou>
  );
}
