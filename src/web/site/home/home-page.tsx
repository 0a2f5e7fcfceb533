import { lazy, type ReactNode, Suspense } from 'react';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/home/home.module.css';
import { GiftJourney } from '#web/site/home/donation-journey.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Money } from '#web/shared/money.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';

// The home page is there without it.
const LatestImpact = lazy<() => ReactNode>(() =>
  import('#web/site/publishing/impact/latest-impact-section.tsx').catch(() => ({ default: () => null })),
);

const steps = [
  {
    title: 'Nominate, or give',
    text: 'Submit a nomination, and our team contacts you to vet the nominee and verify the information. Or give a donation to a cause of your choice.',
  },
  {
    title: 'Become a supporter',
    text: 'Our team allocates donations to nominations by the cause each donor chose. If you like, you volunteer your time as well.',
  },
  {
    title: 'See what it did',
    text: 'You receive email updates with copies of the receipts, and with photos and videos.',
  },
];

export default function HomePage() {
  return (
    <>
      <section className={`page ${classes.hero}`}>
        <div className={classes.heroText}>
          <h1 className={classes.title}>Donate With Confidence</h1>
          <p className={classes.lead}>
            100% of your donation goes to its intended purpose, and you can follow every cent of it:
            to the cause, to the person, to the receipt.
          </p>
          <div className={classes.actions}>
            <LinkButton to={paths.donate} size="lg" color="marigold">
              Donate Now
            </LinkButton>
            <LinkButton to={paths.contact} size="lg" variant="default">
              Contact Us
            </LinkButton>
          </div>
        </div>
        <GiftJourney />
      </section>

      <section className={classes.mission}>
        <div className={`page ${classes.missionRow}`}>
          <div>
            <h2>Our mission</h2>
            <p className={classes.missionText}>
              Giving should never be a leap of faith. We match each gift with somebody who needs
              just that, we check every need before a cent moves, and we report how the money was
              spent: with receipts, photos and video.
            </p>
          </div>
          <ExampleGift />
        </div>
      </section>

      <section className={`page ${classes.ways}`} aria-label="Take part">
        <div className={classes.way}>
          <h2>Give a Donation</h2>
          <p>
            Choose a cause. Your gift supports a nominee that matches it, and nothing else. You may
            also offer your time.
          </p>
          <LinkButton to={paths.donate}>Give a donation</LinkButton>
        </div>
        <div className={classes.way}>
          <h2>Submit a Nomination</h2>
          <p>
            You know a person, an organisation or a need that deserves help? Tell us about it.
            Anyone can nominate, and it takes a few minutes.
          </p>
          <LinkButton to={paths.nominate} variant="outline">
            Submit a nomination
          </LinkButton>
        </div>
      </section>

      <section className={`page ${classes.how}`}>
        <h2>How It Works</h2>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <WhenNear>
        <Suspense fallback={null}>
          <LatestImpact />
        </Suspense>
      </WhenNear>
    </>
  );
}

/** One gift taken apart to the cent; invented, and it says so. */
function ExampleGift() {
  return (
    <figure className={classes.example}>
      <figcaption>A gift, followed to the cent</figcaption>
      <dl>
        <div>
          <dt>Given to Winter coats</dt>
          <dd>
            <Money cents={2500} />
          </dd>
        </div>
        <div>
          <dt>A coat for Maya</dt>
          <dd>
            <Money cents={1840} />
          </dd>
        </div>
        <div>
          <dt>Gloves for her brother</dt>
          <dd>
            <Money cents={660} />
          </dd>
        </div>
        <div className={classes.exampleTotal}>
          <dt>Spent on anything else</dt>
          <dd>
            <Money cents={0} />
          </dd>
        </div>
      </dl>
      <p className={classes.exampleNote}>An example. Yours will carry real receipts.</p>
    </figure>
  );
}
