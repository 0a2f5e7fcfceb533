import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { Donor } from '#contract/donors/donors.ts';
import type { DonorId } from '#contract/ids.ts';
import { describeTime } from '#core/platform/working-time.ts';
import { offerStateWords } from '#core/volunteers/offer-states.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { ChangesSection } from '#web/admin/donors/donors/changes-section.tsx';
import { CorrectDonorModal } from '#web/admin/donors/donors/correct-donor-modal.tsx';
import { DonationsSection } from '#web/admin/donors/donors/donations-section.tsx';
import { InKindSection } from '#web/admin/donors/donors/in-kind-section.tsx';
import { JoinDonorsModal } from '#web/admin/donors/donors/join-donors-modal.tsx';
import { MailsSection } from '#web/admin/donors/donors/mails-section.tsx';
import { NotesSection } from '#web/admin/donors/donors/notes-section.tsx';
import { PostalAddressModal } from '#web/admin/donors/donors/postal-address-modal.tsx';
import { ownPlanColumns } from '#web/admin/plans/plans/columns.tsx';
import { DeclarationsSection } from '#web/admin/receipts/gift-aid/declarations-section.tsx';
import { SaveStatementModal } from '#web/admin/receipts/statements/save-statement-modal.tsx';
import { emailRow, HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { PrivacyLink } from '#web/admin/shared/privacy-link.tsx';
import { usePageTitle } from '#web/admin/shared/use-page-title.ts';
import { DataTable } from '#web/admin/ui/data-table.tsx';
import { DetailList } from '#web/admin/ui/detail-list.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { PageHeader } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

const back = { to: paths.admin.donors, text: 'Back to Donors' };

/** Everything about one donor. The address holds the dialogs: `correct`, `join`,
 * `take-back`, `postal-address`, `statement`, and `remove-note`. */
export default function DonorPage() {
  const { id: idInPath = '' } = useParams();
  const donor = useEndpoint(endpoints.getDonor, { params: { id: readId<DonorId>(idInPath) } });
  const mayRead = useMay('contacts.read');
  usePageTitle(donor.data && nameOf(donor.data));
  if (donor.data) return <Details donor={donor.data} />;
  return (
    <>
      <PageHeader title="Donor" back={back} />
      {!mayRead && <HiddenNote />}
      {mayRead && donor.isError && (
        <ErrorNotice text="This donor could not be loaded." onRetry={() => void donor.refetch()} />
      )}
      {donor.isPending && <ProgressRing />}
    </>
  );
}

function Details({ donor }: { donor: Donor }) {
  const correct = useModal('correct');
  const join = useModal('join');
  const postalAddress = useModal('postal-address');
  const statement = useModal('statement');
  const mayChange = useMay('money.write');
  if (donor.erasedAt !== null) return <ErasedDonor donor={donor} erasedAt={donor.erasedAt} />;
  return (
    <PageSections>
      <PageHeader title={nameOf(donor)} eyebrow="Donor" back={back}>
        {mayChange && (
          <PageActions>
            <Button variant="default" onClick={() => correct.open()}>
              Correct Name or Address
            </Button>
            <Button variant="default" onClick={() => join.open()}>
              Join with Another Record
            </Button>
          </PageActions>
        )}
      </PageHeader>
      <DetailList
        rows={{
          'Email Address': emailRow(donor.email),
          'Phone Number': donor.phone ?? 'None',
          'Zip Code': donor.zip ?? 'None',
          'Postal Address':
            donor.postalAddress !== '' &&
            donor.postalAddress.split('\n').map((line) => <div key={line}>{line}</div>),
          Given: <Money cents={donor.amount} />,
          Returned: donor.returnedAmount > 0 && <Money cents={donor.returnedAmount} />,
          'Donor Since': formatDate(donor.createdAt),
          'Updates by Email':
            donor.noUpdatesSince === null
              ? `Yes, since ${formatDate(donor.createdAt)}`
              : `No, since ${formatDate(donor.noUpdatesSince)}`,
          Formerly: donor.formerly.length > 0 && (
            <ul className="list anywhere">
              {donor.formerly.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ),
        }}
      />
      <p className="soft">
        Receipts and links are always sent. Updates are for donors who did not opt out with a link
        in an email or on their page; only they can change that.
      </p>
      <PageActions>
        <Button variant="default" onClick={() => statement.open()}>
          Save a Statement
        </Button>
        {mayChange && (
          <Button variant="default" onClick={() => postalAddress.open()}>
            Postal Address
          </Button>
        )}
      </PageActions>
      <p className="row gap-6 gap-y-1 if-any">
        <AuditLink id={donor.id} />
        <PrivacyLink who={donor.email ?? donor.id} />
      </p>
      <ChangesSection donor={donor} mayWrite={mayChange} />
      <PlansSection donorId={donor.id} />
      <DonationsSection donor={donor} />
      <DeclarationsSection donor={donor} mayWrite={mayChange} />
      <InKindSection donorId={donor.id} />
      <TitledSection title="Offers of Time">
        {donor.offersOfTime.length === 0 ? (
          <EmptyNote>This donor has not offered to volunteer.</EmptyNote>
        ) : (
          <ul className="list anywhere">
            {donor.offersOfTime.map(({ id, createdAt, state, minutes }) => (
              <li key={id}>
                <Link to={paths.volunteer(id)}>Offered on {formatDate(createdAt)}</Link>
                {`: ${offerStateWords[state].name}${minutes > 0 ? `, ${describeTime(minutes)}` : ''}`}
              </li>
            ))}
          </ul>
        )}
      </TitledSection>
      <MailsSection mails={donor.mails} />
      <NotesSection donor={donor} mayWrite={mayChange} />
      <CorrectDonorModal donor={donor} {...correct.dialog} />
      <SaveStatementModal donorId={donor.id} {...statement.dialog} />
      {mayChange && <PostalAddressModal donor={donor} {...postalAddress.dialog} />}
      <JoinDonorsModal donor={donor} {...join.dialog} />
    </PageSections>
  );
}

/** Of somebody who was erased, only the money is left. */
function ErasedDonor({ donor, erasedAt }: { donor: Donor; erasedAt: string }) {
  return (
    <PageSections>
      <PageHeader title={nameOf(donor)} eyebrow="Donor" back={back} />
      <p>
        The personal data of this donor was erased on {formatDate(erasedAt)}. Their donations stay,
        because we account for every cent. <AuditLink id={donor.id} />
      </p>
      <DetailList
        rows={{
          Given: <Money cents={donor.amount} />,
          Returned: donor.returnedAmount > 0 && <Money cents={donor.returnedAmount} />,
          'Donor Since': formatDate(donor.createdAt),
        }}
      />
      <PlansSection donorId={donor.id} />
      <DonationsSection donor={donor} />
    </PageSections>
  );
}

function AuditLink({ id }: { id: DonorId }) {
  const mayRead = useMay('audit.read');
  if (!mayRead) return null;
  return <Link to={paths.auditTrail(id)}>What was changed, and by whom</Link>;
}

function nameOf({ firstName, lastName }: Donor): string {
  return `${firstName} ${lastName}`;
}

/** What a donor has agreed to give regularly, ended ones as well; nothing about those who never did. */
function PlansSection({ donorId }: { donorId: DonorId }) {
  const plans = usePages(endpoints.listPlans, { query: { donorId, order: 'newest' } });
  if (plans.data?.pages.every(({ items }) => items.length === 0)) return null;
  return (
    <TitledSection title="Recurring Donations">
      <DataTable
        label="Recurring donations of this donor"
        columns={ownPlanColumns}
        rows={plans}
        of="recurring donations"
        emptyText="There are no recurring donations."
      />
    </TitledSection>
  );
}
