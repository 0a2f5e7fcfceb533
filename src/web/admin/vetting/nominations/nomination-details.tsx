import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { useMay } from '#web/admin/client/session.ts';
import { ContactDetails, HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { PlainTable } from '#web/admin/ui/data-table.tsx';
import {
  Detail,
  DetailHeading,
  DetailList,
  DetailSection,
  DetailText,
} from '#web/admin/ui/detail-list.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import {
  donorColumns,
  releasableDonorColumns,
} from '#web/admin/vetting/nominations/donor-columns.tsx';
import { GoalDetail } from '#web/admin/vetting/nominations/goal-detail.tsx';
import { MissingSteps } from '#web/admin/vetting/nominations/missing-steps.tsx';
import { NominationActions } from '#web/admin/vetting/nominations/nomination-actions.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { RequestDetails } from '#web/admin/vetting/nominations/request-details.tsx';
import { UndoDecision } from '#web/admin/vetting/nominations/undo-decision.tsx';
import { Money } from '#web/shared/money.tsx';

export function NominationDetails({ nomination }: { nomination: Nomination }) {
  const mayAllocate = useMay('allocations.write');
  const goal = useModal('manage.goal');
  return (
    <>
      <DetailList>
        <DetailHeading name="Nominee">{nomination.nominee}</DetailHeading>
        <Detail name="Status">
          <NominationStatusMark nomination={nomination} />
          <IfMay right="nominations.decide">
            <UndoDecision nomination={nomination} />
          </IfMay>
        </Detail>
        <Detail name="Cause">{nomination.cause.name}</Detail>
        <Detail name="Allocated Funds">
          <strong>
            <Money cents={nomination.allocatedAmount} />
          </strong>
        </Detail>
        <GoalDetail nomination={nomination} onEdit={() => goal.open()} />
        <Detail name="Date">{formatDate(nomination.createdAt)}</Detail>
      </DetailList>
      <DetailSection title="Description">
        {nomination.description === null ? (
          <HiddenNote />
        ) : (
          <DetailText>{nomination.description}</DetailText>
        )}
      </DetailSection>
      <RequestDetails nomination={nomination} />
      <ContactDetails person={nomination} />
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
        <DetailList>
          <Detail name="Reference" copy={nomination.reference}>
            {nomination.reference}
          </Detail>
          <Detail name="ID" copy={nomination.id}>
            {nomination.id}
          </Detail>
        </DetailList>
      </DetailSection>
      <MissingSteps nomination={nomination} />
      <NominationActions key={nomination.id} nomination={nomination} />
    </>
  );
}
