import { Button } from '@mantine/core';
import type { Donor, DonorChange } from '#contract/donors/donors.ts';
import type { DonorChangeId } from '#contract/ids.ts';
import { daysToTakeBack } from '#core/donors/donor-changes.ts';
import { formatDate, formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';

interface ChangesSectionProps {
  donor: Donor;
  mayWrite: boolean;
}

/** What was corrected and joined lately, and can be taken back. */
export function ChangesSection({ donor: { id, changes }, mayWrite }: ChangesSectionProps) {
  const takeBack = useModal('take-back');
  const takeBackChange = useSend(endpoints.takeBackDonorChange, {
    said: 'The change was taken back',
  });
  if (changes.length === 0) return null;
  const chosen = changes.find((change) => change.id === takeBack.value);
  return (
    <TitledSection title="Corrections and Joins">
      <p className="soft">{`Each can be taken back for ${daysToTakeBack} days.`}</p>
      <ul className="list" aria-label="Corrections and joins">
        {changes.map((change) => (
          <li key={change.id} className="lined pad-y-3">
            <p className="as-typed">{describe(change)}</p>
            {change.heldUntil !== null && (
              <p className="soft small">
                {`The former address was told. Private links that are sent to the new one do nothing until ${formatMoment(change.heldUntil)}, unless the former one agrees.`}
              </p>
            )}
            {change.agreedAt !== null && (
              <p className="soft small">
                {`The former address agreed on ${formatDate(change.agreedAt)}.`}
              </p>
            )}
            {mayWrite && (
              <div className="row unwrapped gap-2 above-2">
                <Button size="sm" variant="default" onClick={() => takeBack.open(change.id)}>
                  Take Back<span className="visually-hidden">{`: ${describe(change)}`}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <ConfirmModal
        title={chosen?.kind === 'join' ? 'Take Back a Join' : 'Take Back a Correction'}
        text={
          chosen?.kind === 'join'
            ? `What was joined is the record of ${chosen.person} again, with its donations, notes, and email. What was given meanwhile goes with the address that it was given with.`
            : `The donor is ${chosen?.person ?? 'who they were'} again. What was given meanwhile with the corrected address goes to a record of its own.`
        }
        action="Take Back"
        {...takeBack.dialog}
        onConfirm={async () => {
          if (takeBack.value === null) return;
          await takeBackChange.mutateAsync({
            params: { id, changeId: takeBack.value as DonorChangeId },
          });
          focusContent();
        }}
      />
    </TitledSection>
  );
}

function describe({ kind, person, createdAt, by }: DonorChange): string {
  const when = `on ${formatDate(createdAt)}, by ${by}`;
  return kind === 'join' ? `Joined with ${person} ${when}` : `Corrected ${when}. Before: ${person}`;
}
