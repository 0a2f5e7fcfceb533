import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Donor } from '#contract/donors/donors.ts';
import type { DonorId } from '#contract/ids.ts';
import { daysToTakeBack, heldTime } from '#core/donors/donor-changes.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpointOf, usePages } from '#web/admin/client/use-endpoint.ts';
import { FindDonorField } from '#web/admin/donors/donors/find-donor-field.tsx';
import classes from '#web/admin/donors/donors/join-donors-modal.module.css';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

interface JoinDonorsModalProps {
  donor: Donor;
  opened: boolean;
  onClose: () => void;
}

/** Finds another record of the same person, shows what goes along, and joins the two. */
export function JoinDonorsModal({ donor, opened, onClose }: JoinDonorsModalProps) {
  return (
    <Modal title="Join Two Records" opened={opened} onClose={onClose}>
      <Steps donor={donor} onClose={onClose} />
    </Modal>
  );
}

function Steps({ donor, onClose }: Omit<JoinDonorsModalProps, 'opened'>) {
  const [otherId, setOtherId] = useState<DonorId | null>(null);
  const other = useEndpointOf(endpoints.getDonor, otherId);
  if (otherId === null) return <FindOther donor={donor} onFound={setOtherId} />;
  if (other.isError) {
    return <CallError call={other} failed="This donor could not be loaded." />;
  }
  if (!other.data) return <ProgressRing />;
  return (
    <JoinForm donor={donor} other={other.data} onBack={() => setOtherId(null)} onClose={onClose} />
  );
}

const mostShown = 8;
const noAddress = 'No email address';

function FindOther({ donor, onFound }: { donor: Donor; onFound: (id: DonorId) => void }) {
  // Who made a second record has most likely typed the same name.
  const [search, setSearch] = useState(donor.lastName);
  const { data, isPending, isError, refetch } = usePages(endpoints.listDonors, {
    query: { search: search || undefined },
  });
  const found = data?.pages[0]?.items.filter(({ id }) => id !== donor.id).slice(0, mostShown);
  return (
    <>
      <p>{`Which other record is also about ${nameOf(donor)}?`}</p>
      <FindDonorField value={search} onChange={setSearch} />
      {isPending && <ProgressRing />}
      {isError && (
        <ErrorNotice text="The donors could not be loaded." onRetry={() => void refetch()} />
      )}
      {found?.length === 0 && <p className="soft">No other donor was found.</p>}
      <ul className={`list ${classes.found}`} aria-label="Other donors">
        {found?.map((other) => (
          <li key={other.id} className="row unwrapped gap-4 center between lined">
            <span>
              <strong>{nameOf(other)}</strong>
              <span className="soft small anywhere block">{other.email ?? noAddress}</span>
            </span>
            <Button
              size="sm"
              variant="default"
              aria-label={`Choose ${nameOf(other)}, ${other.email ?? noAddress}`}
              onClick={() => onFound(other.id)}
            >
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface JoinFormProps {
  donor: Donor;
  other: Donor;
  onBack: () => void;
  onClose: () => void;
}

function JoinForm({ donor, other, onBack, onClose }: JoinFormProps) {
  const [keptId, setKeptId] = useState(donor.id);
  const [kept, joined] = keptId === donor.id ? [donor, other] : [other, donor];
  // Whoever has no address gets that of the joined record.
  const address = kept.email ?? joined.email;
  const navigate = useNavigate();
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.joinDonors,
    params: { id: kept.id },
    initialValues: {},
    toBody: () => ({ otherId: joined.id }),
    said: 'The records were joined',
    onDone: () =>
      kept.id === donor.id ? onClose() : navigate(paths.donor(kept.id), { replace: true }),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Radio.Group
        label="Keep the name and the address of"
        value={keptId}
        onChange={(id) => setKeptId(id as DonorId)}
      >
        <div className={`stack gap-3 above-2 anywhere ${classes.choices}`}>
          {[donor, other].map((each) => (
            <Radio
              key={each.id}
              value={each.id}
              label={nameOf(each)}
              description={`${each.email ?? noAddress}. ${countOf(each.donations, 'donation')}, ${formatCents(each.amount)}.`}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.along}>
        <h3>What moves</h3>
        <p>
          {`${whatGoesAlong(joined)} will be ${nameOf(kept)}’s.`}
          {address !== null && ` From now on, all email about them goes to ${address}.`}
          {joined.email !== null &&
            ` A new donation with the address ${joined.email} will be theirs, too.`}
        </p>
        {joined.noUpdatesSince !== null && kept.noUpdatesSince === null && (
          <p>{`${joined.email ?? nameOf(joined)} wanted no updates, so ${address ?? nameOf(kept)} will get none either.`}</p>
        )}
        {joined.email !== null && kept.email !== null && (
          <p>{`We tell ${joined.email}, which can stop it. Private links that are sent to ${kept.email} do nothing for ${heldTime}, unless ${joined.email} agrees.`}</p>
        )}
        <p>{`You can take it back for ${daysToTakeBack} days.`}</p>
      </div>
      <ModalActions>
        <Button type="submit" color="clay" loading={form.submitting}>
          Join Records
        </Button>
        <TextButton onClick={onBack}>Choose another record</TextButton>
      </ModalActions>
    </form>
  );
}

function whatGoesAlong(joined: Donor): string {
  const parts = [
    `${countOf(joined.donations, 'donation')} of ${formatCents(joined.amount)}`,
    ...(joined.offersOfTime.length > 0
      ? [countOf(joined.offersOfTime.length, 'offer of time', 'offers of time')]
      : []),
    ...(joined.notes.length > 0 ? [countOf(joined.notes.length, 'note')] : []),
  ];
  return `${new Intl.ListFormat('en-US').format(parts)} of ${nameOf(joined)}, with the record of email sent,`;
}

function nameOf({ firstName, lastName }: Pick<Donor, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}
