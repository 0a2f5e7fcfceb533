import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatDate } from '#core/dates.ts';
import {
  canReceiveFunds,
  type NominationAction,
  nominationActions,
  nominationStatus,
} from '#core/nomination-status.ts';
import { ReleaseModal } from '#web/features/allocations/admin/release-modal.tsx';
import {
  donorColumns,
  NominationStatusMark,
  releasableDonorColumns,
} from '#web/admin/vetting/nominations/columns.tsx';
import { useNomination, useNominationAction } from '#web/admin/queries/nominations.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/styles/admin.module.css';
import { PlainTable } from '#web/ui/data-table.tsx';
import { Detail, DetailList, DetailSection } from '#web/ui/detail-list.tsx';
import { Dialog } from '#web/ui/modal.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Money } from '#web/shared/money.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';
import { useQueryState } from '#web/ui/use-query-state.ts';

export function NominationModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const shownId = useLastValue(id);
  const nomination = useNomination(shownId);
  const { query, close } = useQueryState();
  const release = id === null ? null : query.get('release');
  const released = nomination.data?.allocations.find((allocation) => allocation.id === release);
  return (
    <>
      <Dialog
        title="Manage Nomination"
        opened={id !== null}
        onClose={onClose}
        isBehind={released !== undefined}
      >
        {nomination.isPending && <ProgressRing />}
        {nomination.isError && (
          <ErrorNotice
            text="This nomination could not be loaded."
            onRetry={() => void nomination.refetch()}
          />
        )}
        {nomination.data && <NominationDetails nomination={nomination.data} />}
      </Dialog>
      <ReleaseModal allocation={released ?? null} onClose={() => close('release')} />
    </>
  );
}

function NominationDetails({ nomination }: { nomination: Nomination }) {
  return (
    <>
      <DetailList>
        <Detail name="ID" copy={nomination.id}>
          {nomination.id}
        </Detail>
        <Detail name="Date">{formatDate(nomination.createdAt)}</Detail>
        <Detail name="Status">
          <NominationStatusMark flags={nomination} />
        </Detail>
        <Detail name="Nominee">{nomination.nominee}</Detail>
        <Detail name="Cause">{nomination.cause.name}</Detail>
        <Detail name="Allocated Funds">
          <strong>
            <Money cents={nomination.allocatedAmount} />
          </strong>
        </Detail>
      </DetailList>
      <DetailSection title="Description">
        <p className={classes.reading}>{nomination.description}</p>
      </DetailSection>
      <DetailSection title="Contact Details">
        <DetailList>
          <Detail name="Name">{`${nomination.firstName} ${nomination.lastName}`}</Detail>
          <Detail name="Email Address" copy={nomination.email}>
            <a href={`mailto:${nomination.email}`}>{nomination.email}</a>
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
      <NominationButtons nomination={nomination} />
    </>
  );
}

const buttons: Record<NominationAction, { text: string; color?: string; variant: string }> = {
  accept: { text: 'Accept', variant: 'filled' },
  reject: { text: 'Reject', variant: 'outline', color: 'clay' },
  complete: { text: 'Complete', variant: 'filled' },
};

function NominationButtons({ nomination }: { nomination: Nomination }) {
  const change = useNominationAction(nomination.id);
  const actions = nominationActions(nominationStatus(nomination));
  // A state would change too late for the second half of a double click.
  const busy = useRef(false);
  const act = (action: NominationAction) => {
    if (busy.current) return;
    busy.current = true;
    change.mutate(action, {
      onSettled: () => {
        busy.current = false;
      },
    });
  };
  return (
    <div className={classes.modalActions}>
      {canReceiveFunds(nomination) && (
        <LinkButton to={paths.allocateNomination(nomination)} color="marigold">
          Allocate Funds
        </LinkButton>
      )}
      {actions.map((action) => {
        const { text, ...look } = buttons[action];
        return (
          <Button
            key={action}
            {...look}
            loading={change.isPending && change.variables === action}
            disabled={change.isPending}
            onClick={() => act(action)}
          >
            {text}
          </Button>
        );
      })}
      <LinkButton to={paths.nominationWorkspace(nomination.id)} variant="default">
        Spending and Proof
      </LinkButton>
    </div>
  );
}
