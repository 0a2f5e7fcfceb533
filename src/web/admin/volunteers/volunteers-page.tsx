import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { VolunteerSummary } from '#contract/volunteers/volunteers.ts';
import { describeTimeBriefly } from '#core/platform/working-time.ts';
import { offerStates, offerStateWords } from '#core/volunteers/offer-states.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { AddVolunteerModal } from '#web/admin/volunteers/add-volunteer-modal.tsx';
import { OfferMark } from '#web/admin/volunteers/offer-mark.tsx';
import { useVolunteerChoices } from '#web/admin/volunteers/use-volunteer-choices.ts';
import { volunteerName } from '#web/admin/volunteers/volunteer-name.ts';
import classes from '#web/admin/volunteers/volunteers-page.module.css';
import { paths } from '#web/client/paths.ts';

/** Everybody who offered time. The address holds the filters and the dialog `add`. */
export default function VolunteersPage() {
  const list = useList(endpoints.listVolunteers);
  const add = useModal('add');
  const mayFind = useMay('contacts.read');
  const { colleagues, needs } = useVolunteerChoices().data ?? {};
  return (
    <>
      <PageHeader title="Volunteers">
        <div className="row">
          <IfMay right="volunteers.write">
            <Button onClick={() => add.open()}>Enter an Offer</Button>
          </IfMay>
          <ExportButton list="volunteers" query={list.filter} />
        </div>
      </PageHeader>
      <ListFilters
        list={list}
        fields={{
          search: mayFind
            ? {
                label: 'Find a volunteer',
                description: 'Part of a name, an email address, or a phone number',
                type: 'search',
              }
            : undefined,
          state: {
            all: 'All states',
            choices: [
              { value: 'open', label: 'Not finished' },
              ...offerStates.map((state) => ({ value: state, label: offerStateWords[state].name })),
            ],
          },
          assignedToId: colleagues && {
            all: 'All',
            choices: colleagues.map(({ id, name }) => ({ value: id, label: name })),
          },
          nominationId: needs && {
            label: 'Need',
            all: 'All needs',
            choices: needs.map(({ id, nominee }) => ({ value: id, label: nominee })),
          },
          order: {
            words: { newest: 'Newest first', oldest: 'Oldest first', hours: 'Most hours first' },
          },
          isUnconfirmed: { label: 'Only with hours to confirm' },
        }}
      />
      <EndpointTable
        list={list}
        label="Volunteers"
        columns={volunteerColumns}
        of="offers of time"
        emptyText="There are no offers of time."
        emptyHint={
          <p>
            They appear here when somebody ticks “I am available to volunteer my time” at the{' '}
            <Link to={paths.donate}>donation page</Link>.
          </p>
        }
        filtered={{ text: 'No offer of time was found.', showAll: 'Show all offers of time' }}
      />
      <IfMay right="volunteers.write">
        <AddVolunteerModal {...add.dialog} />
      </IfMay>
    </>
  );
}

const volunteerColumns: Columns<VolunteerSummary> = [
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
