import type { NominationId } from '#contract/ids.ts';
import { ChecklistSection } from '#web/admin/vetting/checklists/checklist-section.tsx';
import { NotesSection } from '#web/admin/vetting/notes/notes-section.tsx';
import { ReviewsSection } from '#web/admin/vetting/reviews/reviews-section.tsx';

/** What the team does among itself before it decides. */
export function VettingSections({ nominationId }: { nominationId: NominationId }) {
  return (
    <>
      <div id="checklist">
        <ChecklistSection nominationId={nominationId} />
      </div>
      <div id="reviews">
        <ReviewsSection nominationId={nominationId} />
      </div>
      <div id="notes">
        <NotesSection nominationId={nominationId} />
      </div>
    </>
  );
}
