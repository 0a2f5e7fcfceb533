import { type OfferState, offerStateWords } from '#core/volunteers/offer-states.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<OfferState, StatusShape> = {
  new: 'ring',
  contacted: 'ring',
  agreed: 'dot',
  done: 'tick',
  declined: 'cross',
  withdrawn: 'stop',
};

/** How far an offer is. */
export function OfferMark({ state }: { state: OfferState }) {
  return <StatusMark shape={shapes[state]} word={offerStateWords[state].name} />;
}
