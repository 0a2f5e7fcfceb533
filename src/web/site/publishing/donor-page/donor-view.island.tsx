import { useCallback, useEffect, useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { donorPagePath } from '#contract/pages.ts';
import type { DonorDonation, openDonorPage } from '#contract/publishing/donor-page.ts';
import { returnWords } from '#core/giving/deposits.ts';
import { spentBeforeWords } from '#core/ledger/spent-before.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { call, isRefusal } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { paths } from '#web/client/paths.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import classes from '#web/site/publishing/donor-page/donor-view.module.css';
import { OwnGiftAidSection } from '#web/site/publishing/donor-page/own-gift-aid-section.tsx';
import { PlansSection } from '#web/site/publishing/donor-page/plans-section.tsx';
import { StatementSection } from '#web/site/publishing/donor-page/statement-section.tsx';
import { TimeGiven } from '#web/site/publishing/donor-page/time-given.tsx';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { LinkRequestForm } from '#web/site/shared/link-request-form.tsx';
import { useWork } from '#web/site/shared/work-button.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { ContentRing } from '#web/ui/progress-ring.tsx';

interface DonorViewProps {
  form: FormState;
  isSent: boolean;
  timeZone: string;
}

/** The donations behind the link of a mail, or the form that asks for such a link. */
export default function DonorView({ form, isSent, timeZone }: DonorViewProps) {
  const token = useLinkSecret('donor-link');
  const [given, setGiven] = useState<ResponseOf<typeof openDonorPage>>();
  const [error, setError] = useState<unknown>();

  const load = useCallback((of: string) => {
    setError(undefined);
    call(endpoints.openDonorPage, { body: { token: of } }).then(setGiven, setError);
  }, []);
  useEffect(() => {
    if (token) load(token);
  }, [token, load]);

  const isWrong = isRefusal(error, 'invalid_token');
  if (!token || isWrong) return <LinkForm state={form} isSent={isSent} isTooOld={isWrong} />;
  const list = given && <DonationList donations={given.donations} token={token} />;
  return (
    <ContentPage>
      <header>
        <h1>Your Donations</h1>
        <ContentLead>
          Everything that was given with your email address. Anyone who has the link to this page
          can see it; it stops working a day after we sent it.
        </ContentLead>
      </header>
      {given !== undefined && (
        <>
          {given.plans.length > 0 && (
            <PlansSection plans={given.plans} token={token} timeZone={timeZone} />
          )}
          {given.donations.length > 0 ? (
            <>
              <StatementSection donations={given.donations} token={token} />
              <ContentSection title="Donations">{list}</ContentSection>
            </>
          ) : (
            list
          )}
          <OwnGiftAidSection token={token} />
          {given.time && <TimeGiven time={given.time} timeZone={timeZone} />}
        </>
      )}
      {given === undefined && error === undefined && <ContentRing label="Loading your donations" />}
      {error !== undefined && (
        <ErrorNotice
          text={`Your donations could not be loaded. ${errorMessage(error)}`}
          onRetry={() => load(token)}
        />
      )}
    </ContentPage>
  );
}

/** Where its money is: in words if it is in one place, and with the sum of each if it is in several. */
function placesOf(donation: DonorDonation): string {
  const { spent, allocated, waiting, spentBefore, returned, returnedAs, need } = donation;
  const places = [
    { name: 'Spent', cents: spent },
    { name: 'Allocated, not spent yet', cents: allocated },
    {
      name:
        need === null ? 'Available for needs in its cause' : 'Waiting for the need that you chose',
      cents: waiting,
    },
    { name: spentBeforeWords, cents: spentBefore },
    { name: returnWords(returnedAs), cents: returned },
  ].filter(({ cents }) => cents > 0);
  const isOne = places.length === 1;
  return places
    .map(({ name, cents }) => (isOne ? name : `${name}: ${formatCents(cents)}`))
    .join('; ');
}

interface DonationListProps {
  donations: readonly DonorDonation[];
  token: string;
}

function DonationList({ donations, token }: DonationListProps) {
  if (donations.length === 0) {
    return (
      <>
        <p>There is no donation from this address.</p>
        <p>
          <ButtonLink href={paths.donate}>Give a donation</ButtonLink>
        </p>
      </>
    );
  }
  return (
    <ul className="list">
      {donations.map((donation) => (
        <DonationItem key={donation.id} donation={donation} token={token} />
      ))}
    </ul>
  );
}

function DonationItem({ donation, token }: { donation: DonorDonation; token: string }) {
  const { id, receivedOn, amount, cover, returned, cause, need } = donation;
  const { isBusy, work } = useWork();
  const body = { token, donationId: id };
  return (
    <li className="row gap-8 gap-y-4 pad-y-5 center between lined">
      <div>
        <strong className={`display numbers ${classes.amount}`}>{formatCents(amount)}</strong>
        <p>{`${need === null ? cause : `For “${need}”`}, ${formatDay(receivedOn)}`}</p>
        {cover > 0 && <p className="soft">{`You added ${formatCents(cover)} for card costs`}</p>}
        <p className="soft">{placesOf(donation)}</p>
      </div>
      <div className="row">
        <Button
          isBusy={isBusy}
          onClick={() =>
            work(async () => {
              const link = await call(endpoints.openOneDonation, { body });
              window.location.assign(paths.donationPageOf(link.token));
            })
          }
        >
          Follow it
        </Button>
        {returned < amount && (
          <Button
            look="plain"
            isBusy={isBusy}
            onClick={() =>
              work(async () => {
                const { message } = await call(endpoints.sendOneReceipt, { body });
                notifySuccess(message);
              })
            }
          >
            Send the receipt again
          </Button>
        )}
      </div>
    </li>
  );
}

interface LinkFormProps {
  state: FormState;
  isSent: boolean;
  /** Whether somebody came with a link that does not work anymore. */
  isTooOld: boolean;
}

/** Asks for a link to all donations of an address. */
function LinkForm({ state, isSent, isTooOld }: LinkFormProps) {
  return (
    <NarrowPage
      title="Your Donations"
      lead="We email you a link to a page with all of your donations: where each cent is, and each receipt again."
    >
      <LinkRequestForm
        state={state}
        isSent={isSent}
        action={donorPagePath}
        request={(body) => call(endpoints.requestDonorLink, { body })}
        answer={(address) =>
          `If there are donations from ${address}, an email with a link to them is on its way.`
        }
        button="Email me the link"
        reason={isTooOld ? 'Your link does not work anymore. Please ask for a new one.' : undefined}
      />
    </NarrowPage>
  );
}
