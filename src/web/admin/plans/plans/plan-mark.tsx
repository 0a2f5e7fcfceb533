import type { PlanSummary } from '#contract/plans/plans.ts';
import { type PlanState, planStateWords } from '#core/plans/plans.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<PlanState, StatusShape> = {
  started: 'ring',
  active: 'dot',
  ending: 'ring',
  paused: 'ring',
  failing: 'cross',
  ended: 'stop',
};

/** How far a recurring donation is. What is being stopped is never called stopped before it is. */
export function PlanMark({
  plan: { state, isBeingStopped },
}: {
  plan: Pick<PlanSummary, 'state' | 'isBeingStopped'>;
}) {
  if (isBeingStopped) return <StatusMark shape="stop" word="Being stopped" />;
  return <StatusMark shape={shapes[state]} word={planStateWords[state]} />;
}
