import { Link } from 'react-router';
import type { DonationPage as DonationView } from '#contract/publishing/donation-page.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import { errorMessage, isRefusal } from '#web/client/api-client.ts';
import { paths } from '#web/client/paths.ts';
import { DonationChoicesSection } from '#web/site/publishing/donation-page/donation-choices-section.tsx';
import { DonationExpensesSection } from '#web/site/publishing/donation-page/donation-expenses-section.tsx';
import classes from '#web/site/publishing/donation-page/donation-page.module.css';
import { useDonationPage } from '#web/site/publishing/donation-page/queries.ts';
import type { MoneyPlace } from '#web/site/publishing/money/money-flow.tsx';
import { MoneyOverview } from '#web/site/publishing/money/money-overview.tsx';
import { ContentLead, ContentPage } from '#web/site/shared/content-page.tsx';
import { useLinkSecret } from '#web/site/shared/use-link-secret.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

export default function DonationPage() {
  const token = useLinkSecret('donation-link');
  const donation = useDonationPage(token);
  if (donation.data) return <DonationPlaces donation={donation.data} token={token} />;
  if (token === '' || isRefusal(donation.error, 'invalid_token')) return <WrongLink />;
  return (
    <ContentPage>
      <h1>Your donation</h1>
      {donation.isError ? (
        <ErrorNotice
          text={`Your donation could not be loaded. ${errorMessage(donation.error)}`}
          onRetry={() => void donation.refetch()}
        />
      ) : (
        <ProgressRing label="Loading your donation" />
      )}
    </ContentPage>
  );
}

function WrongLink() {
  return (
    <ContentPage>
      <h1>This link does not work</h1>
      <p>
        It may be incomplete, or a newer link may have replaced it. Please use the link in our
        latest email about your donation. If you cannot find one, write to us, and we will send you
        a new link.
      </p>
      <div className={classes.links}>
        <LinkButton to={paths.contact}>Contact us</LinkButton>
        <LinkButton to={paths.impact} variant="default">
          See our impact
        </LinkButton>
      </div>
    </ContentPage>
  );
}

const nameOf = (share: DonationView['shares'][number]) =>
  share.name ?? 'A need that is not published yet';

function placesOf({ shares, waiting, returned }: DonationView): MoneyPlace[] {
  const places = shares.flatMap((share): MoneyPlace[] => [
    { label: `Spent: ${nameOf(share)}`, cents: share.spent, tone: 'spent' },
    {
      label: `For ${share.name ?? 'a need that is not published yet'}`,
      cents: share.allocated,
      tone: 'allocated',
    },
  ]);
  return [
    ...places,
    { label: 'Available', cents: waiting, tone: 'waiting' },
    { label: 'Returned', cents: returned, tone: 'returned' },
  ];
}

function DonationPlaces({ donation, token }: { donation: DonationView; token: string }) {
  const { amount, cause, createdAt, firstName, shares, waiting, returned, uncovered } = donation;
  const rows = shares.flatMap((share) => {
    const name = nameOf(share);
    const link = share.needId ? <Link to={paths.need(share.needId)}>{name}</Link> : name;
    return [
      { name, cents: share.spent, content: <>Spent: {link}</> },
      { name, cents: share.allocated, content: <>Allocated, not spent yet: {link}</> },
    ].filter(({ cents }) => cents > 0);
  });
  return (
    <ContentPage>
      <header>
        <h1>Your Donation</h1>
        <ContentLead>
          {`Thank you, ${firstName}. On ${formatDate(createdAt)} you gave ${formatCents(amount)} for ${cause}. This is where every cent of it is now.`}
        </ContentLead>
      </header>
      <MoneyOverview
        title="Where your donation is now"
        places={placesOf(donation)}
        rows={[
          ...rows,
          { name: 'Available for needs in its cause', cents: waiting },
          ...(returned > 0 ? [{ name: 'Returned to you', cents: returned }] : []),
          ...(uncovered > 0
            ? [
                {
                  name: 'Returned after it was allocated, or more than was donated',
                  cents: -uncovered,
                },
              ]
            : []),
        ]}
        total={{ name: 'Your donation', cents: amount }}
      />
      <DonationExpensesSection shares={shares} />
      <DonationChoicesSection donation={donation} token={token} />
    </ContentPage>
  );
}
