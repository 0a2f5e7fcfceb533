import { Link } from 'react-router';
import type { VolunteerSummary } from '#contract/volunteers/volunteers.ts';
import { describeTimeBriefly } from '#core/platform/working-time.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import classes from '#web/admin/volunteers/columns.module.css';
import { OfferMark } from '#web/admin/volunteers/offer-mark.tsx';
import { volunteerName } from '#web/admin/volunteers/volunteer-name.ts';
import { paths } from '#web/client/paths.ts';

export const volunteerColumns: Columns<VolunteerSummary> = [
  {
    header: 'Volunteer',
    onPhone: 'title',
    show: (offer) => (
      <>
        <Link to={paths.volunteer(offer.id)}>{volunteerName(offer)}</Link>
        {offer.person && (
          <span className={classes.contact}>
            {offer.person.phone || <EmailText address={offer.person.email} />}
          </span>
        )}
      </>
    ),
  },
  { header: 'Offered', value: ({ createdAt }) => formatDate(createdAt) },
  { header: 'State', onPhone: 'aside', show: ({ state }) => <OfferMark state={state} /> },
  { header: 'Need', value: ({ need }) => need?.nominee ?? '' },
  { header: 'Assigned To', value: ({ assignedTo }) => assignedTo?.name ?? '' },
  { header: 'Hours', ...figure, show: (offer) => <Hours offer={offer} /> },
];

function Hours({ offer: { minutes, unconfirmedMinutes } }: { offer: VolunteerSummary }) {
  return (
    <>
      {minutes > 0 && describeTimeBriefly(minutes)}
      {unconfirmedMinutes > 0 && (
        <span className={classes.unconfirmed}>
          {`${describeTimeBriefly(unconfirmedMinutes)} to confirm`}
        </span>
      )}
      {minutes === 0 && unconfirmedMinutes === 0 && '–'}
    </>
  );
}
