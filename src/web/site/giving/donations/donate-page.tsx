import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { DonateForm, forgetDonationDraft } from '#web/site/giving/donations/donate-form.tsx';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/shared/form-page.module.css';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ThankYou } from '#web/site/shared/thank-you.tsx';

export default function DonatePage() {
  const [query] = useSearchParams();
  if (query.get('status') === 'success') return <DonationThanks />;
  return (
    <div className={`page ${classes.page}`}>
      <header className={classes.intro}>
        <h1>Give a Donation</h1>
        <p className={classes.lead}>
          Your donation supports a nominee that matches the cause you choose. You may also volunteer
          your time, and we show you with receipts how the money was spent.
        </p>
      </header>
      <DonateForm />
      <aside className={classes.aside} aria-label="What your donation does">
        <h2>What your donation does</h2>
        <ol>
          <li>It waits, untouched, until a nominee of your cause has been checked.</li>
          <li>Our team allocates it, cent by cent, to that nominee. All of it: 100%.</li>
          <li>You get the receipts by email, with photos and video.</li>
        </ol>
      </aside>
    </div>
  );
}

function DonationThanks() {
  // Paid: what was kept for a cancelled payment has done its duty.
  useEffect(forgetDonationDraft, []);
  return (
    <ThankYou
      title="Thank You For Your Generosity!"
      lead={
        <p>
          Your donation is on its way. A receipt will arrive by email as soon as the payment is
          confirmed, usually within a minute.
        </p>
      }
      next={[
        {
          title: 'We match it',
          text: 'Our team allocates your donation to a checked nominee of the cause you chose.',
        },
        {
          title: 'It does its work',
          text: 'All of it is spent on that purpose, and each purchase leaves a receipt.',
        },
        {
          title: 'You see it',
          text: 'The link in your receipt shows where every cent of your gift is, with the receipts, photos and video.',
        },
      ]}
    >
      <LinkButton to={paths.home}>Back to the home page</LinkButton>
      <LinkButton to={paths.impact} variant="default">
        See where gifts are
      </LinkButton>
      <LinkButton to={paths.nominate} variant="default">
        Nominate somebody
      </LinkButton>
    </ThankYou>
  );
}
