import type { NeedSummary } from '#contract/publishing/needs.ts';
import type { UpdateKind } from '#contract/publishing/updates.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

type NeedState = NeedSummary['state'] | UpdateKind;

/** The state of a need, or what an update says about it. */
export const needWords: Record<NeedState, string> = {
  open: 'Open',
  progress: 'Progress',
  completed: 'Completed',
  did_not_work_out: 'It did not work out',
};

const shapes: Record<NeedState, StatusShape> = {
  open: 'dot',
  progress: 'dot',
  completed: 'tick',
  // As normal an ending as the other: a quiet mark, without a cross or red.
  did_not_work_out: 'stop',
};

/** {@link needWords} with a mark. */
export function NeedMark({ state }: { state: NeedState }) {
  return <StatusMark shape={shapes[state]} word={needWords[state]} />;
}
