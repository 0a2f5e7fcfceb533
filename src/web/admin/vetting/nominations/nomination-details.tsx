import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { PlainTable } from '#web/admin/ui/data-table.tsx';
import {
  Detail,
  DetailHeading,
  DetailList,
  DetailSection,
  DetailText,
} from '#web/admin/ui/detail-list.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import {
  donorColumns,
  releasableDonorColumns,
} from '#web/admin/vetting/nominations/donor-columns.tsx';
import { GoalDetail } from '#web/admin/vetting/nominations/goal-detail.tsx';
import { NominationActions } from '#web/admin/vetting/nominations/nomination-actions.tsx';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { UndoDecision } from '#web/admin/vetting/nominations/undo-decision.tsx';
import { Money } from '#web/shared/money.tsx';

export function NominationDetails({ nomination }: { nomination: Nomination }) {
  const goal = useModal('manage.goal');
  return (
    <>
      <DetailList>
        <DetailHeading name="Nominee">{nomination.nominee}</DetailHeading>
        <Detail name="Status">
          <NominationStatusMark nomination={nomination} />
          <UndoDecision nomination={nomination} />
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
        <DetailText>{nomination.description}</DetailText>
      </DetailSection>
      <DetailSection title="Contact Details">
        <DetailList>
          <Detail name="Name">{`${nomination.firstName} ${nomination.lastName}`}</Detail>
          <Detail name="Email Address" copy={nomination.email}>
            <a href={`mailto:${nomination.email}`}>
              <EmailText address={nomination.email} />
            </a>
          </Detail>
          <Detail name="Phone Number">{nomination.phone}</Detail>
          <Detail name="Zip Code">{nomination.zip}</Detail>
        </DetailList>
      </DetailSection>
      <DetailSection title="Donors">
        {nomination.allocations.length === 0 ? (
          <p className="soft">There are no donors.</p>
        ) : (
          <PlainTable
            label="Donors"
            columns={nomination.isCompleted ? donorColumns : releasableDonorColumns}
            items={nomination.allocations}
          />
        )}
      </DetailSection>
      <DetailSection title="Reference">
        <DetailList>
          <Detail name="ID" copy={nomination.id}>
            {nomination.id}
          </Detail>
        </DetailList>
      </DetailSection>
      <NominationActions nomination={nomination} />
    </>
  );
}
