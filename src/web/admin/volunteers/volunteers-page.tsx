import { Button, Textarea } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { NominationId } from '#contract/ids.ts';
import type { VolunteerSummary } from '#contract/volunteers/volunteers.ts';
import { describeTimeBriefly } from '#core/platform/working-time.ts';
import { offerStates, offerStateWords } from '#core/volunteers/offer-states.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { EndpointTable } from '#web/admin/shared/endpoint-table.tsx';
import { ExportButton } from '#web/admin/shared/export-button.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { ListFilters } from '#web/admin/shared/list-filters.tsx';
import { useList } from '#web/admin/shared/use-list.ts';
import { type Columns, figure } from '#web/admin/ui/data-table.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { NeedSelect } from '#web/admin/volunteers/need-select.tsx';
import { OfferMark } from '#web/admin/volunteers/offer-mark.tsx';
import { useVolunteerChoices } from '#web/admin/volunteers/use-volunteer-choices.ts';
import { volunteerName } from '#web/admin/volunteers/volunteer-name.ts';
import { VolunteerPersonFields } from '#web/admin/volunteers/volunteer-person-fields.tsx';
import classes from '#web/admin/volunteers/volunteers-page.module.css';
import { readId } from '#web/client/paths.ts';

/** Everybody who offered time. The address holds the filters and the dialog `add`. */
export default function VolunteersPage() {
  const list = useList(endpoints.listVolunteers);
  const add = useModal('add');
  const mayFind = useMay('volunteers.read');
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

/** Enters what somebody offered by phone or in person. */
function AddVolunteerModal(dialog: DialogProps) {
  const navigate = useNavigate();
  return (
    <FormDialog
      {...dialog}
      title="Enter an Offer of Time"
      action="Add Offer"
      to={endpoints.addVolunteer}
      said="The offer of time was added"
      initialValues={{
        firstName: '',
        lastName: '',
        email: '',
        phone: '',
        nominationId: '',
        notes: '',
      }}
      toBody={(values) => ({
        ...values,
        nominationId: readId<NominationId>(values.nominationId || null),
      })}
      onDone={({ id }) => navigate(paths.volunteer(id), { replace: true })}
    >
      {(form) => (
        <>
          <p className="soft">
            For somebody who calls or writes. An email address or a phone number is enough; a donor
            is recognized by the email address.
          </p>
          <VolunteerPersonFields form={form} />
          <NeedSelect {...form.getInputProps('nominationId')} />
          <Textarea
            label="Notes"
            description="Only the team sees these."
            rows={3}
            {...form.getInputProps('notes')}
          />
        </>
      )}
    </FormDialog>
  );
}
