import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { NominationPoint } from '#contract/vetting/checklists.ts';
import { isSettled, type PointState, pointStateNames } from '#core/vetting/checklists.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { useFocusBack } from '#web/admin/ui/use-focus-back.ts';
import { PointForm, QuickPointForm } from '#web/admin/vetting/checklists/point-form.tsx';
import { PaperLinks } from '#web/admin/vetting/papers/paper-links.tsx';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

interface PointItemProps {
  nominationId: NominationId;
  point: NominationPoint;
  mayChange: boolean;
}

const shapes: Record<PointState, StatusShape> = {
  not_started: 'ring',
  in_progress: 'dot',
  done: 'tick',
  not_applicable: 'stop',
};

/** A point of the checklist: how far it is, who found out, and how. */
export function PointItem({ nominationId, point, mayChange }: PointItemProps) {
  const { id, text, isRequired, isOnList, state, proof, paper, changedAt, changedBy } = point;
  const [isOpen, setOpen] = useState(false);
  /** What was typed before somebody wanted to say more. */
  const [typed, setTyped] = useState(proof);
  const button = useFocusBack(isOpen);
  const isQuick = mayChange && isOnList && !isOpen && !isSettled(state);
  const change = (
    <Button
      ref={button}
      size="sm"
      variant="default"
      aria-describedby={`point-${id}`}
      onClick={() => setOpen(true)}
    >
      {isQuick ? 'More' : 'Change'}
    </Button>
  );
  return (
    <li className="stack tight lined pad-y-4" aria-labelledby={`point-${id}`}>
      <div className="row gap-4 gap-y-0 baseline between">
        <h3 className="minor" id={`point-${id}`}>
          {text}
        </h3>
        <StatusMark shape={shapes[state]} word={pointStateNames[state]} />
      </div>
      <p className="row gap-4 gap-y-0 soft small wide">
        {!isOnList && <span>Not on the list anymore</span>}
        {isOnList && isRequired && <span>Required</span>}
        {changedAt !== null && (
          <span>{`${changedBy ?? 'Somebody who was removed'}, ${formatMoment(changedAt)}`}</span>
        )}
      </p>
      {!isOpen && !isQuick && proof !== '' && <p className="words">{proof}</p>}
      {!isOpen && paper && <PaperLinks paper={paper} />}
      {isQuick && (
        <QuickPointForm nominationId={nominationId} point={point} onType={setTyped}>
          {change}
        </QuickPointForm>
      )}
      {mayChange && !isOpen && !isQuick && <div>{change}</div>}
      {mayChange && isOpen && (
        <PointForm
          nominationId={nominationId}
          point={point}
          typed={isSettled(state) ? proof : typed}
          onDone={() => setOpen(false)}
        />
      )}
    </li>
  );
}
