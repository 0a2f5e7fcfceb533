import { useLocation, useSearchParams } from 'react-router';
import { NominateForm } from '#web/site/vetting/nominations/nominate-form.tsx';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/shared/form-page.module.css';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ThankYou } from '#web/site/shared/thank-you.tsx';

export default function NominatePage() {
  const [query] = useSearchParams();
  if (query.get('status') === 'success') return <NominationThanks />;
  return (
    <div className={`page ${classes.page}`}>
      <header className={classes.intro}>
        <h1>Submit a Nomination</h1>
        <p className={classes.lead}>
          Tell us about a person, an organisation or a need that deserves help. Nominating yourself
          is fine, too.
        </p>
      </header>
      <NominateForm />
      <aside className={classes.aside} aria-label="What happens with a nomination">
        <h2>What happens with it</h2>
        <ol>
          <li>
            We contact you to learn more and to verify the information. Nobody is surprised by us.
          </li>
          <li>Once accepted, it is matched with donations that were given to the same cause.</li>
          <li>You hear from us by email when it is decided, and when the help has arrived.</li>
        </ol>
      </aside>
    </div>
  );
}

function NominationThanks() {
  // The browser keeps this with the page in its history, so that it is still known after a reload.
  const state = useLocation().state as { email?: string } | null;
  return (
    <ThankYou
      title="Thank You For Your Generosity!"
      lead={
        <p>
          A confirmation email will arrive shortly at the address you entered
          {state?.email ? (
            <>
              : <strong>{state.email}</strong>
            </>
          ) : null}
          .
        </p>
      }
      next={[
        {
          title: 'We get in touch',
          text: 'Our team contacts you to vet the nominee and verify the information.',
        },
        {
          title: 'We decide, and tell you',
          text: 'You get an email when the nomination is accepted, or when we cannot help.',
        },
        {
          title: 'Help arrives',
          text: 'Donations given to the same cause are allocated to it, and every cent has a receipt.',
        },
      ]}
    >
      <LinkButton to={paths.home}>Back to the home page</LinkButton>
      <LinkButton to={paths.donate} variant="default">
        Give a donation
      </LinkButton>
    </ThankYou>
  );
}
