import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { Colleague, NominationNote } from '#contract/vetting/nomination-notes.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { splitMentions } from '#web/admin/vetting/notes/mentions.ts';
import { ChangeNoteForm } from '#web/admin/vetting/notes/note-form.tsx';
import classes from '#web/admin/vetting/notes/note-item.module.css';

interface NoteItemProps {
  nominationId: NominationId;
  note: NominationNote;
  colleagues: Colleague[];
  onRemove: () => void;
}

const somebody = 'Somebody who was removed';

/** A note, or the trace that a removed one leaves. */
export function NoteItem({ nominationId, note, colleagues, onRemove }: NoteItemProps) {
  const { author, createdAt, changedAt, text, mentions, removedAt, removedBy } = note;
  const { mayChange, mayRemove } = note;
  const [isEditing, setEditing] = useState(false);
  if (removedAt !== null) {
    return (
      <li className="lined pad-y-3">
        <p className="soft small wide">
          {`A note by ${author ?? somebody}, ${formatMoment(createdAt)}, was removed by ${removedBy ?? somebody}, ${formatMoment(removedAt)}.`}
        </p>
      </li>
    );
  }
  return (
    <li className="lined pad-y-3">
      <p className="soft small wide">
        {`${author ?? somebody}, ${formatMoment(createdAt)}${changedAt === null ? '' : ', corrected'}`}
      </p>
      {isEditing ? (
        <ChangeNoteForm
          nominationId={nominationId}
          note={note}
          colleagues={colleagues}
          onDone={() => setEditing(false)}
        />
      ) : (
        <p className={`words ${classes.text}`}>
          {splitMentions(text, mentions).map(({ part, isMention }, index) =>
            isMention ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
              <strong key={index}>{part}</strong>
            ) : (
              part
            ),
          )}
        </p>
      )}
      {(mayChange || mayRemove) && !isEditing && (
        <div className="row unwrapped gap-2 above-2">
          {mayChange && (
            <Button size="sm" variant="default" onClick={() => setEditing(true)}>
              Correct
            </Button>
          )}
          {mayRemove && (
            <Button size="sm" variant="subtle" color="clay" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
