import type { Nomination } from '#contract/vetting/nominations.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { urgencyWords } from '#core/vetting/nomination-needs.ts';
import { nominationActions, nominationStatus } from '#core/vetting/nomination-status.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { useMay } from '#web/admin/client/session.ts';
import { StatusWithUndo } from '#web/admin/vetting/nominations/nomination-details.tsx';

/** In one line: the status, what for, and how long it waits. */
export function NominationFacts({ nomination }: { nomination: Nomination }) {
  const { cause, reference, createdAt, neededAmount, goalAmount, urgency } = nomination;
  const status = nominationStatus(nomination);
  const mayDecide = useMay('nominations.decide');
  return (
    <p className="row gap-5 gap-y-1 center anywhere wide">
      <StatusWithUndo nomination={nomination} />
      <span>{cause.name}</span>
      {goalAmount !== null && <span>{`Goal ${formatCents(goalAmount)}`}</span>}
      {goalAmount === null && neededAmount !== null && (
        <span>{`Needs ${formatCents(neededAmount)}`}</span>
      )}
      {status === 'pending' && urgency !== null && <span>{urgencyWords[urgency]}</span>}
      <span>
        {status === 'pending' ? describeWait(createdAt) : `Came in on ${formatDate(createdAt)}`}
      </span>
      <span className="soft">{`Reference ${reference}`}</span>
      {!mayDecide && nominationActions(status).length > 0 && (
        <span className="soft">Your roles do not let you decide about it.</span>
      )}
    </p>
  );
}

const dayMs = 86_400_000;

function describeWait(createdAt: string): string {
  const days = Math.floor((Date.now() - Date.parse(createdAt)) / dayMs);
  return days === 0 ? 'Came in today' : `Waiting for ${countOf(days, 'day')}`;
}
