import { Link } from 'react-router';
import type { VolunteerSummary } from '#contract/volunteers/volunteers.ts';
import { describeTimeBriefly } from '#core/platform/working-time.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import type { Columns } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import classes from '#web/admin/volunteers/columns.module.css';
import { OfferMark } from '#web/admin/volunteers/offer-mark.tsx';
import { volunteerName } from '#web/admin/volunteers/volunteer-name.ts';
import { paths } from '#web/client/paths.ts';

export const volunteerColumns: Columns<VolunteerSummary> = [
  {
    header: 'Volunteer',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <>
        <Link to={paths.volunteer(original.id)}>{volunteerName(original)}</Link>
        {original.person && (
          <span className={classes.contact}>
            {original.person.phone || <EmailText address={original.person.email} />}
          </span>
        )}
      </>
    ),
  },
  { header: 'Offered', accessorFn: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'State',
    meta: { onPhone: 'aside' },
    cell: ({ row: { original } }) => <OfferMark state={original.state} />,
  },
  { header: 'Need', accessorFn: ({ need }) => need?.nominee ?? '' },
  { header: 'Assigned To', accessorFn: ({ assignedTo }) => assignedTo?.name ?? '' },
  {
    header: 'Hours',
    meta: { align: 'right', onPhone: 'labeled' },
    cell: ({ row: { original } }) => <Hours offer={original} />,
  },
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
