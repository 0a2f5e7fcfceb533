import { Link } from 'react-router';
import type { Gift } from '#contract/publishing/donation-page.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import { errorMessage, isRefusal } from '#web/client/api-client.ts';
import { GiftChoicesForm } from '#web/site/publishing/donation-page/donation-choices-section.tsx';
import { GiftPaymentsTable } from '#web/features/gifts/gift-payments-table.tsx';
import { useGift } from '#web/features/gifts/queries.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/impact.module.css';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { MoneyFlow, type MoneyPlace } from '#web/site/publishing/money/money-flow.tsx';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useLinkSecret } from '#web/site/shared/use-link-secret.ts';

export default function GiftPage() {
  const token = useLinkSecret('gift-link');
  const gift = useGift(token);
  if (gift.data) return <GiftView gift={gift.data} token={token} />;
  if (token === '' || isRefusal(gift.error, 'invalid_token')) return <WrongLink />;
  return (
    <div className={`page ${classes.page}`}>
      <h1>Your gift</h1>
      {gift.isError ? (
        <ErrorNotice
          text={`Your gift could not be loaded. ${errorMessage(gift.error)}`}
          onRetry={() => void gift.refetch()}
        />
      ) : (
        <ProgressRing label="Loading your gift" />
      )}
    </div>
  );
}

function WrongLink() {
  return (
    <div className={`page ${classes.page}`}>
      <h1>This link does not work</h1>
      <p>
        It may have been cut off, or a newer link has replaced it. Please use the link in our newest
        email about your gift. If you cannot find one, write to us, and we send you a new link.
      </p>
      <div className={classes.filters}>
        <LinkButton to={paths.contact}>Contact us</LinkButton>
        <LinkButton to={paths.impact} variant="default">
          See where all gifts are
        </LinkButton>
      </div>
    </div>
  );
}

const nameOf = (share: Gift['shares'][number]) => share.name ?? 'A need not published yet';

function placesOf({ shares, waiting, returned }: Gift): MoneyPlace[] {
  const places = shares.flatMap((share): MoneyPlace[] => [
    { label: `Spent: ${nameOf(share)}`, cents: share.spent, tone: 'spent' },
    {
      label: `For ${share.name ?? 'a need not published yet'}`,
      cents: share.allocated,
      tone: 'allocated',
    },
  ]);
  return [
    ...places,
    { label: 'Waiting', cents: waiting, tone: 'waiting' },
    { label: 'Returned', cents: returned, tone: 'returned' },
  ];
}

function GiftView({ gift, token }: { gift: Gift; token: string }) {
  const { amount, cause, createdAt, firstName, shares, waiting, returned, uncovered } = gift;
  const rows = shares.flatMap((share) => {
    const name = nameOf(share);
    const link = share.needId ? <Link to={paths.need(share.needId)}>{name}</Link> : name;
    return [
      { name, cents: share.spent, content: <>Spent: {link}</> },
      { name, cents: share.allocated, content: <>Allocated, not spent yet: {link}</> },
    ].filter(({ cents }) => cents > 0);
  });
  return (
    <div className={`page ${classes.page}`}>
      <header>
        <h1>Your gift</h1>
        <p className={classes.lead}>
          {`Thank you, ${firstName}. On ${formatDate(createdAt)} you gave ${formatCents(amount)} for ${cause}. This is where every cent of it is now.`}
        </p>
      </header>
      <div className={classes.flow}>
        <MoneyFlow title="Where your gift is now" places={placesOf(gift)} />
        <MoneyTable
          label="Where your gift is now"
          rows={[
            ...rows,
            { name: 'Waiting for a need of its cause', cents: waiting },
            ...(returned > 0 ? [{ name: 'Returned to you', cents: returned }] : []),
            ...(uncovered > 0
              ? [
                  {
                    name: 'Returned after it was allocated; other gifts cover it',
                    cents: -uncovered,
                  },
                ]
              : []),
          ]}
          total={{ name: 'Your gift', cents: amount }}
        />
      </div>
      <GiftPaymentsTable shares={shares} />
      <GiftChoicesForm gift={gift} token={token} />
    </div>
  );
}
