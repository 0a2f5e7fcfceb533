import { Button } from '@mantine/core';
import type { Volunteer, VolunteerHours } from '#contract/volunteers/volunteers.ts';
import { formatDay } from '#core/platform/dates.ts';
import { describeTime } from '#core/platform/working-time.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { useOneAtATime } from '#web/admin/ui/use-one-at-a-time.ts';
import classes from '#web/admin/volunteers/hours-section.module.css';

/** What a volunteer did, the latest day first. The address holds the dialog `undo`. */
export function HoursSection({ volunteer, mayWrite }: { volunteer: Volunteer; mayWrite: boolean }) {
  const { hours, minutes, unconfirmedMinutes } = volunteer;
  const undo = useModal('undo');
  const undone = hours.find(({ id, undone: isUndone }) => id === undo.value && isUndone === null);
  return (
    <TitledSection title="Hours">
      {hours.length === 0 ? (
        <EmptyNote>No hours are recorded yet.</EmptyNote>
      ) : (
        <>
          <p className="soft">
            {`${describeTime(minutes)} confirmed`}
            {unconfirmedMinutes > 0 && `, ${describeTime(unconfirmedMinutes)} to confirm`}
          </p>
          <ul className="list" aria-label="Hours">
            {hours.map((entry) => (
              <HoursItem
                key={entry.id}
                volunteer={volunteer}
                entry={entry}
                onUndo={mayWrite ? () => undo.open(entry.id) : null}
              />
            ))}
          </ul>
        </>
      )}
      <UndoHoursModal
        volunteer={volunteer}
        entry={(mayWrite && undone) || null}
        onClose={undo.close}
      />
    </TitledSection>
  );
}

interface HoursItemProps {
  volunteer: Volunteer;
  entry: VolunteerHours;
  /** Null for whoever may not change hours. */
  onUndo: (() => void) | null;
}

function HoursItem({ volunteer, entry, onUndo }: HoursItemProps) {
  const confirmHours = useSend(endpoints.confirmHours, { said: 'The hours were confirmed' });
  const confirm = useOneAtATime(confirmHours.mutateAsync);
  const { day, minutes, what, need, confirmed, undone } = entry;
  const Text = undone ? 's' : 'span';
  const when = `${describeTime(minutes)} on ${formatDay(day)}`;
  return (
    <li className={`split lined pad-y-3 anywhere ${classes.entry}`}>
      <div>
        <p className="strong">
          <Text>{what ?? 'Hidden by your roles'}</Text>
        </p>
        <p className="soft">
          {formatDay(day)}
          {need && `, for ${need.nominee}`}
        </p>
        <p className="soft">{describeTrail(entry)}</p>
      </div>
      <div className="side gap-0">
        <p>
          <Text>{describeTime(minutes)}</Text>
        </p>
        {!undone && onUndo && (
          <div className="row gap-2 above-2">
            {!confirmed && (
              <Button
                size="sm"
                variant="default"
                loading={confirmHours.isPending}
                aria-label={`Confirm ${when}`}
                onClick={() => void confirm({ params: { id: volunteer.id, hoursId: entry.id } })}
              >
                Confirm
              </Button>
            )}
            <Button
              size="sm"
              variant="subtle"
              color="clay"
              aria-label={`Undo ${when}`}
              onClick={onUndo}
            >
              Undo
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Who recorded, confirmed, and undid it. */
function describeTrail({ recordedBy, confirmed, undone }: VolunteerHours): string {
  const parts = [
    `Recorded by ${recordedBy}`,
    confirmed ? `confirmed by ${confirmed.by} on ${formatDate(confirmed.at)}` : 'not confirmed',
    ...(undone
      ? [
          `undone by ${undone.by} on ${formatDate(undone.at)}${undone.reason ? `: ${undone.reason}` : ''}`,
        ]
      : []),
  ];
  return parts.join(', ');
}

interface UndoHoursModalProps {
  volunteer: Volunteer;
  entry: VolunteerHours | null;
  onClose: () => void;
}

function UndoHoursModal({ volunteer, entry, onClose }: UndoHoursModalProps) {
  const shown = useLastValue(entry);
  if (shown === null) return null;
  return (
    <ReasonModal
      title="Undo Hours"
      text={`${describeTime(shown.minutes)} on ${formatDay(shown.day)} will not count. The entry stays in the list, struck through. To correct it, record it again.`}
      action="Undo"
      hint="Kept with the entry."
      opened={entry !== null}
      onClose={onClose}
      to={endpoints.undoHours}
      params={{ id: volunteer.id, hoursId: shown.id }}
      said="The hours were undone"
    />
  );
}
