import type { DonationPage as Donation } from '#contract/publishing/donation-page.ts';
import { returnWords } from '#core/giving/deposits.ts';
import { spentBeforeWords } from '#core/ledger/spent-before.ts';
import { intervalWords } from '#core/plans/plans.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { takenDownWords } from '#core/vetting/consent.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { CommentSection } from '#web/site/publishing/donation-page/comment-section.tsx';
import { DedicationSection } from '#web/site/publishing/donation-page/dedication-section.tsx';
import { DonationBindingSection } from '#web/site/publishing/donation-page/donation-binding-section.tsx';
import { DonationChoicesSection } from '#web/site/publishing/donation-page/donation-choices-section.tsx';
import { DonationCostsSection } from '#web/site/publishing/donation-page/donation-costs-section.tsx';
import { DonationExpensesSection } from '#web/site/publishing/donation-page/donation-expenses-section.tsx';
import classes from '#web/site/publishing/donation-page/donation-page.module.css';
import { DonationReceiptSection } from '#web/site/publishing/donation-page/donation-receipt-section.tsx';
import { EmployerSection } from '#web/site/publishing/donation-page/employer-section.tsx';
import type { MoneyPlace } from '#web/site/publishing/money/money-flow.tsx';
import { MoneyOverview } from '#web/site/publishing/money/money-overview.tsx';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { PrivatePage } from '#web/site/shared/private-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

/** The donation behind a private link, whose secret only the browser has. */
export default function DonationView({ timeZone, charity }: { timeZone: string; charity: string }) {
  return (
    <PrivatePage<Donation>
      secretKey="donation-link"
      load={(token) => call(endpoints.openDonationPage, { body: { token } })}
      name="Your donation"
      withoutScript="Your link stays in the email."
      wrongLink={({ isMissing }) => <WrongLink isMissing={isMissing} />}
    >
      {({ data, token, onChange }) => (
        <DonationPlaces
          donation={data}
          token={token}
          timeZone={timeZone}
          charity={charity}
          onChange={onChange}
        />
      )}
    </PrivatePage>
  );
}

function WrongLink({ isMissing }: { isMissing: boolean }) {
  return (
    <ContentPage>
      <h1>{isMissing ? 'Please open the link in our email' : 'This link does not work'}</h1>
      <p>
        {isMissing
          ? 'This address alone does not show your donation: the part of the link that is only yours leaves the address bar, so that nobody finds it in a bookmark or in what you send to others.'
          : 'It may be incomplete, or a newer link may have replaced it.'}{' '}
        Please use the link in our latest email about your donation. If you cannot find one, we
        email you a link to all of your donations.
      </p>
      <div className={classes.links}>
        <ButtonLink href={paths.donorPage}>Email me the link to my donations</ButtonLink>
        <ButtonLink href={paths.contact} look="plain">
          Contact us
        </ButtonLink>
      </div>
    </ContentPage>
  );
}

/**
 * The shares with what each is called; needs without a public page are told apart by their order, and what was taken down is
 * said to be.
 */
function named(shares: Donation['shares']) {
  const nameless = shares.filter(({ name }) => name === null);
  return shares.map((share) => {
    const place =
      nameless.length > 1 ? ` (${nameless.indexOf(share) + 1} of ${nameless.length})` : '';
    const reason = share.isTakenDown ? `, ${takenDownWords}` : ' without a public page';
    return { ...share, title: share.name ?? `A need${reason}${place}` };
  });
}

function placesOf({
  shares,
  waiting,
  returned,
  returnedAs,
  spentBefore,
  binding,
}: Donation): MoneyPlace[] {
  const places = named(shares).flatMap(({ title, spent, allocated }): MoneyPlace[] => [
    { label: `Spent: ${title}`, cents: spent, tone: 'spent' },
    { label: `Allocated: ${title}`, cents: allocated, tone: 'allocated' },
  ]);
  return [
    ...places,
    {
      label: binding?.why === null ? 'Waiting for its need' : 'Available',
      cents: waiting,
      tone: 'waiting',
    },
    { label: spentBeforeWords, cents: spentBefore, tone: 'returned' },
    {
      label: returnedAs === null ? 'Returned' : returnWords(returnedAs),
      cents: returned,
      tone: 'returned',
    },
  ];
}

/** What of it waits, and for what. */
function waitingName({ binding }: Donation): string {
  return binding?.why === null
    ? 'Waiting for the need that you chose'
    : 'Available for needs in its cause';
}

interface DonationPlacesProps {
  donation: Donation;
  token: string;
  timeZone: string;
  charity: string;
  onChange: (donation: Donation) => void;
}

function DonationPlaces({ donation, token, timeZone, charity, onChange }: DonationPlacesProps) {
  const { amount, cause, receivedOn, donor, shares, waiting, returned, uncovered, spentBefore } =
    donation;
  const { interval, binding } = donation;
  const what = binding?.needId ? `“${binding.need}”` : cause;
  const rows = named(shares).flatMap((share) => {
    const name = share.title;
    const link = share.needId ? <a href={paths.need(share.needId)}>{name}</a> : name;
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
          {`Thank you${donor ? `, ${donor.firstName}` : ''}. On ${formatDay(receivedOn)} you gave ${formatCents(amount)} for ${what}. This is where every cent of it is now.`}
          {interval !== null && (
            <>
              {` It is part of your ${intervalWords[interval].adjective} donation, which `}
              <a href={paths.planPage}>you can change, pause, or stop</a>.
            </>
          )}
        </ContentLead>
      </header>
      <MoneyOverview
        title="Where your donation is now"
        places={placesOf(donation)}
        rows={[
          ...rows,
          { name: waitingName(donation), cents: waiting },
          ...(spentBefore > 0 ? [{ name: spentBeforeWords, cents: spentBefore }] : []),
          ...(returned > 0 ? [{ name: returnWords(donation.returnedAs), cents: returned }] : []),
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
      <DonationBindingSection donation={donation} timeZone={timeZone} />
      <DonationCostsSection donation={donation} charity={charity} />
      <DonationExpensesSection shares={shares} />
      {donor?.receiptNumber && (
        <DonationReceiptSection number={donor.receiptNumber} token={token} />
      )}
      {donor && (
        <DedicationSection donor={donor} token={token} timeZone={timeZone} onChange={onChange} />
      )}
      {donor && <CommentSection donor={donor} token={token} onChange={onChange} />}
      {donor && <EmployerSection donor={donor} token={token} onChange={onChange} />}
      {donor ? (
        <DonationChoicesSection donor={donor} token={token} onChange={onChange} />
      ) : (
        <ViewOnlySection />
      )}
    </ContentPage>
  );
}

/** What whoever came from the thank-you page cannot do here. */
function ViewOnlySection() {
  return (
    <ContentSection title="This link only shows the donation">
      <p>
        It comes from our thank-you page. The link in the receipt that we emailed can do more: with
        it, you choose whether we email you updates, have the receipt sent again, or get a new link,
        which ends all earlier ones and this one, too.
      </p>
    </ContentSection>
  );
}
