import { type ImportState, importStates } from '#core/imports/imports.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<ImportState, StatusShape> = {
  uploaded: 'ring',
  checking: 'dot',
  checked: 'ring',
  booking: 'dot',
  booked: 'tick',
  taking_back: 'dot',
  taken_back: 'cross',
};

/** How far an import is. */
export function ImportMark({ state }: { state: ImportState }) {
  return <StatusMark shape={shapes[state]} word={importStates[state]} />;
}
