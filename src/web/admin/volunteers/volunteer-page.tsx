import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { VolunteerOfferId } from '#contract/ids.ts';
import type { Volunteer } from '#contract/volunteers/volunteers.ts';
import { describeTime } from '#core/platform/working-time.ts';
import { formatDate, formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { emailRow, HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { PrivacyLink } from '#web/admin/shared/privacy-link.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { AnswerForm, answerOf, answerRows } from '#web/admin/volunteers/answer-form.tsx';
import { HoursSection } from '#web/admin/volunteers/hours-section.tsx';
import { OfferMark } from '#web/admin/volunteers/offer-mark.tsx';
import { RecordHoursModal } from '#web/admin/volunteers/record-hours-modal.tsx';
import { ThankModal } from '#web/admin/volunteers/thank-modal.tsx';
import { volunteerName } from '#web/admin/volunteers/volunteer-name.ts';
import { VolunteerPersonFields } from '#web/admin/volunteers/volunteer-person-fields.tsx';
import { readId } from '#web/client/paths.ts';

const back = { to: paths.admin.volunteers, text: 'Back to Volunteers' };

/** Everything about one offer of time. The address holds the dialogs: `record`, `thank`, `correct`, and `undo`. */
export default function VolunteerPage() {
  const { id: idInPath = '' } = useParams();
  const volunteer = useEndpoint(endpoints.getVolunteer, {
    params: { id: readId<VolunteerOfferId>(idInPath) },
  });
  usePageTitle(volunteer.data && volunteerName(volunteer.data));
  if (volunteer.data) return <Details volunteer={volunteer.data} />;
  return (
    <>
      <PageHeader title="Volunteer" back={back} />
      <CallState call={volunteer} failed="This offer of time could not be loaded." />
    </>
  );
}

function Details({ volunteer }: { volunteer: Volunteer }) {
  const { id, person, state, thankedAt } = volunteer;
  const record = useModal('record');
  const thank = useModal('thank');
  const correct = useModal('correct');
  const mayWrite = useMay('volunteers.write');
  const isDonor = person?.donorId != null;
  return (
    <PageSections>
      <PageHeader title={volunteerName(volunteer)} eyebrow="Volunteer" back={back}>
        {mayWrite && (
          <PageActions>
            <Button onClick={() => record.open()}>Record Hours</Button>
            <ReasonedButton
              variant="default"
              reason={whyNotThank(volunteer)}
              onClick={() => thank.open()}
            >
              Thank by Email
            </ReasonedButton>
            {person && !isDonor && (
              <Button variant="default" onClick={() => correct.open()}>
                Correct Name or Contact
              </Button>
            )}
          </PageActions>
        )}
      </PageHeader>
      {person === null && <HiddenNote />}
      <DetailList
        rows={{
          State: <OfferMark state={state} />,
          'Email Address': person && person.email !== '' && emailRow(person.email),
          'Phone Number': person &&
            person.phone !== '' && {
              copied: person.phone,
              shown: <a href={`tel:${person.phone.replace(/[^\d+]/g, '')}`}>{person.phone}</a>,
            },
          Offered: (
            <>
              {formatDate(volunteer.createdAt)}
              {', '}
              {!volunteer.isFromDonation && 'entered by the team'}
              {volunteer.isFromDonation &&
                (volunteer.donationId === null ? (
                  'with a donation'
                ) : (
                  <Link to={paths.manageDonation(volunteer.donationId)}>with a donation</Link>
                ))}
            </>
          ),
          Donor: person?.donorId && (
            <PageLink to={paths.donor(person.donorId)}>About this donor</PageLink>
          ),
          Hours: describeTime(volunteer.minutes),
          'Last Thanked': thankedAt !== null && formatDate(thankedAt),
          ...(!mayWrite && answerRows(volunteer)),
        }}
      />
      {person && <PrivacyLink who={person.email || id} />}
      {mayWrite && (
        <TitledSection title="Answer">
          <AnswerForm key={JSON.stringify(answerOf(volunteer))} volunteer={volunteer} />
        </TitledSection>
      )}
      <HoursSection volunteer={volunteer} mayWrite={mayWrite} />
      <ThanksSection thanks={volunteer.thanks} />
      {mayWrite && (
        <>
          <RecordHoursModal volunteer={volunteer} {...record.dialog} />
          <ThankModal id={id} {...thank.dialog} />
          {person && !isDonor && (
            <CorrectVolunteerModal id={id} person={person} {...correct.dialog} />
          )}
        </>
      )}
    </PageSections>
  );
}

function whyNotThank({ minutes, person }: Volunteer): string | null {
  if (minutes === 0) return 'No hours are confirmed yet';
  if (person?.email === '') return 'No email address is known';
  return null;
}

/** The thanks that were mailed, newest first. */
function ThanksSection({ thanks }: Pick<Volunteer, 'thanks'>) {
  return (
    <TitledSection title="Thanks">
      {thanks.length === 0 ? (
        <EmptyNote>Nobody has thanked this volunteer by email yet.</EmptyNote>
      ) : (
        <ul className="list" aria-label="Thanks">
          {thanks.map(({ id, createdAt, by, minutes, text }) => (
            <li key={id} className="lined pad-y-3">
              <p className="soft below-2">
                {`${by}, ${formatMoment(createdAt)}, for ${describeTime(minutes)}`}
              </p>
              {text !== null && <p className="as-typed below-2 max-42">{text}</p>}
            </li>
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

interface CorrectVolunteerModalProps extends DialogProps {
  id: Volunteer['id'];
  person: NonNullable<Volunteer['person']>;
}

/** Corrects who offers time; a donor is corrected on the donor's page. */
function CorrectVolunteerModal({
  id,
  person: { firstName, lastName, email, phone },
  ...dialog
}: CorrectVolunteerModalProps) {
  return (
    <FormDialog
      {...dialog}
      title="Correct Name or Contact"
      action="Save Changes"
      to={endpoints.correctVolunteer}
      params={{ id }}
      initialValues={{ firstName, lastName, email, phone }}
      refusedField="email"
      said="Volunteer saved"
    >
      {(form) => <VolunteerPersonFields form={form} />}
    </FormDialog>
  );
}
