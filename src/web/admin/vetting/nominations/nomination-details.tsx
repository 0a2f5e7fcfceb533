import { Link } from 'react-router';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { useMay } from '#web/admin/client/session.ts';
import { ContactDetails, HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { PlainTable } from '#web/admin/ui/data-table.tsx';
import { DetailList, DetailSection, DetailText } from '#web/admin/ui/detail-list.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import {
  donorColumns,
  releasableDonorColumns,
} from '#web/admin/vetting/nominations/donor-columns.tsx';
import { goalRow } from '#web/admin/vetting/nominations/goal-detail.tsx';
import { MissingSteps } from '#web/admin/vetting/nominations/missing-steps.tsx';
import { NominationActions } from '#web/admin/vetting/nominations/nomination-actions.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { RequestDetails } from '#web/admin/vetting/nominations/request-details.tsx';
import { UndoDecision } from '#web/admin/vetting/nominations/undo-decision.tsx';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

/** What there is about a nomination: what the form said, its status, and its money. */
export function NominationDetails({ nomination }: { nomination: Nomination }) {
  const mayAllocate = useMay('allocations.write');
  const goal = useModal('manage.goal');
  return (
    <>
      <DetailList
        heading={{ Nominee: nomination.nominee }}
        rows={{
          Status: (
            <>
              <NominationStatusMark nomination={nomination} />
              <IfMay right="nominations.decide">
                <UndoDecision nomination={nomination} />
              </IfMay>
            </>
          ),
          Cause: nomination.cause.name,
          'Allocated Funds': (
            <strong>
              <Money cents={nomination.allocatedAmount} />
            </strong>
          ),
          Goal: goalRow(nomination, () => goal.open()),
          Date: formatDate(nomination.createdAt),
        }}
      />
      {nomination.erasedAt === null ? (
        <Submitted nomination={nomination} />
      ) : (
        <p>{`The personal data of this nomination was erased on ${formatDate(nomination.erasedAt)}. The nomination itself stays, because it still counts.`}</p>
      )}
      <DetailSection title="Donors">
        {nomination.allocations.length === 0 ? (
          <p className="soft">There are no donors.</p>
        ) : (
          <PlainTable
            label="Donors"
            columns={mayAllocate && !nomination.isCompleted ? releasableDonorColumns : donorColumns}
            items={nomination.allocations}
          />
        )}
      </DetailSection>
      <DetailSection title="Reference">
        <DetailList
          rows={{ Reference: { copied: nomination.reference }, ID: { copied: nomination.id } }}
        />
      </DetailSection>
      {nomination.hasOpenAppeal && (
        <p>
          Somebody has appealed against the rejection.{' '}
          <Link to={`${paths.nominationWorkspace(nomination.id)}#decisions`}>
            Read the appeal and decide about it
          </Link>
        </p>
      )}
      <MissingSteps nomination={nomination} />
      <NominationActions key={nomination.id} nomination={nomination} />
    </>
  );
}

/** What the form said; in one sentence that it is hidden, for whoever may not see any of it. */
function Submitted({ nomination }: { nomination: Nomination }) {
  const { description } = nomination;
  if (description === null) {
    return (
      <DetailSection title="Description and Contact Details">
        <HiddenNote />
      </DetailSection>
    );
  }
  return (
    <>
      <DetailSection title="Description">
        <DetailText>{description}</DetailText>
      </DetailSection>
      <RequestDetails nomination={nomination} />
      <ContactDetails person={nomination} />
    </>
  );
}
