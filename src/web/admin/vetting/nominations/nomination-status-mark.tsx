import type { NominationSummary } from '#contract/vetting/nominations.ts';
import {
  type NominationFlags,
  type NominationStatus,
  nominationStatus,
  nominationStatusNames,
} from '#core/vetting/nomination-status.ts';
import { NeedMark } from '#web/shared/need-marks.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<NominationStatus, StatusShape> = {
  pending: 'ring',
  accepted: 'dot',
  rejected: 'cross',
  completed: 'tick',
};

/** A nomination's status as a word with a mark, and what its public page tells if the help did not work out. */
export function NominationStatusMark({
  nomination,
}: {
  nomination: NominationFlags & Pick<NominationSummary, 'didNotWorkOut'>;
}) {
  const status = nominationStatus(nomination);
  return (
    <>
      <StatusMark shape={shapes[status]} word={nominationStatusNames[status]} />
      {nomination.didNotWorkOut && (
        <>
          {' '}
          <NeedMark state="did_not_work_out" />
        </>
      )}
    </>
  );
}
