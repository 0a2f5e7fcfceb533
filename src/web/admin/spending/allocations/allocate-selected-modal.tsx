import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DonationSummary } from '#contract/giving/donations.ts';
import type { NominationId } from '#contract/ids.ts';
import type { NominationSummary } from '#contract/vetting/nominations.ts';
import { missingOf } from '#core/ledger/ledger.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { maxAtOnce } from '#core/platform/many-at-once.ts';
import { formatCents, sumCents } from '#core/platform/money.ts';
import { canReceiveFunds } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpointOf, usePages } from '#web/admin/client/use-endpoint.ts';
import { PlanSteps } from '#web/admin/spending/allocations/plan-form.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { readId } from '#web/client/paths.ts';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface AllocateSelectedModalProps {
  donations: DonationSummary[];
  /** The need that is being allocated for, if there is one already. */
  nominationId: NominationId | null;
  opened: boolean;
  onClose: () => void;
  onBooked: () => void;
}

/** Allocates the selected donations to one need, with a look at each of them before. */
export function AllocateSelectedModal({ opened, ...rest }: AllocateSelectedModalProps) {
  return (
    <Modal title="Allocate the Selected Donations" opened={opened} onClose={rest.onClose}>
      <AllocateSelected {...rest} />
    </Modal>
  );
}

/** In the dialog, which keeps what was selected when it opened: what is allocated may leave the list below it. */
function AllocateSelected({
  donations: selected,
  nominationId,
  onClose,
  onBooked,
}: Omit<AllocateSelectedModalProps, 'opened'>) {
  const [donations] = useState(selected);
  const causes = new Map(donations.map(({ cause }) => [cause.id, cause.name]));
  const [only] = causes.size === 1 ? causes.keys() : [];
  const [nominee, setNominee] = useState('');
  const [chosen, setChosen] = useState<NominationId | null>(nominationId);
  const needs = usePages(endpoints.listNominations, {
    query: { status: 'accepted', nominee: nominee || undefined, causeId: only },
  });
  const need = useEndpointOf(endpoints.getNomination, chosen);
  const open = needs.data?.pages
    .flatMap(({ items }) => items)
    .filter((item) => causes.has(item.cause.id));
  if (donations.length > maxAtOnce) {
    return (
      <EmptyNote>
        {`At most ${maxAtOnce} donations are allocated at once, and ${formatCount(donations.length)} are selected. Select fewer.`}
      </EmptyNote>
    );
  }
  return (
    <div className="stack">
      {needs.hasNextPage || nominee !== '' ? (
        <TextInput
          label="Find a Need"
          value={nominee}
          onChange={({ currentTarget: { value } }) => setNominee(value)}
        />
      ) : null}
      <NativeSelect
        label="Need"
        data-autofocus
        value={chosen ?? ''}
        data={[{ value: '', label: 'Choose a need' }, ...optionsOf(open ?? [], need.data)]}
        onChange={({ currentTarget: { value } }) => setChosen(readId<NominationId>(value || null))}
      />
      {(needs.isError || need.isError) && (
        <ErrorNotice
          text="The needs could not be loaded."
          onRetry={() => {
            void needs.refetch();
            void need.refetch();
          }}
        />
      )}
      {open?.length === 0 && nominee === '' && (
        <EmptyNote>
          There is no accepted nomination for{' '}
          {causes.size === 1 ? 'the cause of these donations' : 'the causes of these donations'}.
        </EmptyNote>
      )}
      {chosen !== null && need.isPending && <ProgressRing />}
      {need.data && (
        <Plan
          key={need.data.id}
          need={need.data}
          donations={donations}
          onClose={onClose}
          onBooked={onBooked}
        />
      )}
    </div>
  );
}

/** The needs to choose from, and the one that is chosen, which may not be among them. */
function optionsOf(open: NominationSummary[], chosen: NominationSummary | undefined) {
  const all = chosen && open.every(({ id }) => id !== chosen.id) ? [chosen, ...open] : open;
  return all.map(({ id, nominee, cause, goalAmount, allocatedAmount, didNotWorkOut }) => ({
    value: id,
    label: `${nominee} (${[
      cause.name,
      ...(goalAmount === null
        ? []
        : [`${formatCents(missingOf(goalAmount, allocatedAmount))} missing`]),
      ...(didNotWorkOut ? ['did not work out'] : []),
    ].join(', ')})`,
  }));
}

interface PlanProps {
  need: NominationSummary;
  donations: DonationSummary[];
  onClose: () => void;
  onBooked: () => void;
}

function Plan({ need, donations, onClose, onBooked }: PlanProps) {
  const { cause, goalAmount, allocatedAmount } = need;
  // What they had when the need was chosen: the amounts below follow what they have.
  const [fitting] = useState(() => donations.filter((donation) => donation.cause.id === cause.id));
  const others = donations.length - fitting.length;
  const available = sumCents(fitting.map(({ availableAmount }) => availableAmount));
  const missing = missingOf(goalAmount, allocatedAmount);
  if (!canReceiveFunds(need)) {
    return <EmptyNote>This nomination cannot receive money.</EmptyNote>;
  }
  if (fitting.length === 0) {
    return <EmptyNote>{`None of these donations is for ${cause.name}.`}</EmptyNote>;
  }
  const count = countOf(fitting.length, 'donation');
  const leftOut =
    others === 0 ? '' : ` ${countOf(others, 'is', 'are')} for another cause and left out.`;
  return (
    <PlanSteps
      nomination={need}
      donationIds={fitting.map(({ id }) => id)}
      offered={missing === null || missing === 0 ? available : Math.min(available, missing)}
      lead={`From ${count} for ${cause.name}: the oldest one first, each used up before the next one is touched.${leftOut}`}
      onClose={onClose}
      onBooked={onBooked}
    />
  );
}
