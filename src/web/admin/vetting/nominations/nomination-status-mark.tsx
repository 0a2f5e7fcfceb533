import {
  type NominationFlags,
  type NominationStatus,
  nominationStatus,
} from '#core/nomination-status.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const statusMarks: Record<NominationStatus, { word: string; shape: StatusShape }> = {
  pending: { word: 'Pending', shape: 'ring' },
  accepted: { word: 'Accepted', shape: 'dot' },
  rejected: { word: 'Rejected', shape: 'cross' },
  completed: { word: 'Completed', shape: 'tick' },
};

/** A nomination's status as a word with a mark. */
export function NominationStatusMark({ flags }: { flags: NominationFlags }) {
  return <StatusMark {...statusMarks[nominationStatus(flags)]} />;
}
