import type { Impact, LatestProof } from '#contract/documents.ts';
import { type SiteInfo, takesDonations } from '#contract/site.ts';
import { whyNotAll } from '#core/ledger/promise.ts';
import { paths } from '#web/client/paths.ts';
import { DonationJourney } from '#web/site/home/donation-journey.tsx';
import classes from '#web/site/home/home.module.css';
import { LatestProofs } from '#web/site/home/latest-proofs.tsx';
import { ExampleSlip, TotalsSlip } from '#web/site/home/money-slip.tsx';
import { ReceiptViewer } from '#web/site/publishing/needs/receipt-viewer.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

const steps = [
  {
    title: 'Nominate or donate',
    text: 'Submit a nomination, and our team contacts you to vet the nominee and verify the information. Or give a donation to a cause of your choice.',
  },
  {
    title: 'Become a supporter',
    text: 'Our team allocates donations to nominations by the cause each donor chose. You can also volunteer your time.',
  },
  {
    title: 'See the results',
    text: 'You receive email updates with copies of the receipts, photos, and videos.',
  },
];

interface HomePageProps {
  impact: Impact;
  proofs: LatestProof[];
  site: SiteInfo;
}

/** The home page. */
export function HomePage({ impact, proofs, site }: HomePageProps) {
  const { missing } = impact.cardCosts;
  return (
    <>
      <Container as="section" className={`grid gap-10 center ${classes.hero}`}>
        <div>
          <h1 className={classes.title}>Donate With Confidence</h1>
          <p className={classes.lead}>
            {missing > 0
              ? `You can follow every cent of your donation: to the cause, to the person, to the receipt. ${whyNotAll({ missingCents: missing, charity: site.name })}`
              : '100% of your donation goes to its intended purpose, and you can follow every cent of it: to the cause, to the person, to the receipt.'}
          </p>
          <div className={`row above-8 ${classes.actions}`}>
            <ButtonLink href={paths.donate} size="large" look="important">
              Donate Now
            </ButtonLink>
            <ButtonLink href={paths.contact} size="large" look="plain">
              Contact Us
            </ButtonLink>
          </div>
          <p className="above-5">
            <a className="tap" href={paths.impact}>
              Where the money goes
            </a>
          </p>
        </div>
        <DonationJourney />
      </Container>

      <section className={classes.mission}>
        <Container className={`grid gap-10 center ${classes.missionRow}`}>
          <div>
            <h2>Our mission</h2>
            <p className={classes.missionText}>
              Giving should never be a leap of faith. We match each donation with someone who needs
              it,{' '}
              {site.vetsFirst
                ? 'we vet every nominee before a cent moves,'
                : 'nothing is allocated before somebody on our team has looked into the nomination and accepted it,'}{' '}
              and we report how the money was spent: with receipts, photos, and videos.
            </p>
          </div>
          {impact.given > 0 ? <TotalsSlip impact={impact} /> : <ExampleSlip />}
        </Container>
      </section>

      <LatestProofs proofs={proofs} impact={impact} site={site} />

      <Container as="section" className={classes.ways} aria-label="Take part">
        <div className={`stack start ${classes.way}`}>
          <h2>Give a Donation</h2>
          <p>
            Choose a cause. Your donation supports a nominee that matches it, and nothing else. You
            may also volunteer your time.
            {!takesDonations(site) && ' At the moment, this site takes no donations.'}
          </p>
          {site.payments !== 'none' && <ButtonLink href={paths.donate}>Give a donation</ButtonLink>}
        </div>
        <div className={`stack start ${classes.way}`}>
          <h2>Submit a Nomination</h2>
          <p>
            Do you know a person, an organization, or a need that deserves help? Tell us about it.
            Anyone can nominate, and it takes just a few minutes.
          </p>
          <ButtonLink href={paths.nominate} look="outline">
            Submit a nomination
          </ButtonLink>
        </div>
      </Container>

      <Container as="section" className={classes.how}>
        <h2>How It Works</h2>
        <ol className={`list grid gap-8 above-8 ${classes.steps}`}>
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </Container>
      <ReceiptViewer />
    </>
  );
}
