import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { nomineeKnowsWords, urgencyWords } from '#core/vetting/nomination-needs.ts';
import { HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { DetailList, DetailSection } from '#web/admin/ui/detail-list.tsx';

/** What the nominator asks for, if the form said so; only that it is hidden, for whoever may not see it. */
export function RequestDetails({ nomination }: { nomination: Nomination }) {
  const { description, neededAmount, urgency, nomineeKnows } = nomination;
  const isEmpty = neededAmount === null && urgency === null && nomineeKnows === null;
  const isHidden = description === null;
  if (isEmpty && !isHidden) return null;
  return (
    <DetailSection title="What Would Help">
      {isHidden ? (
        <HiddenNote />
      ) : (
        <DetailList
          rows={{
            Needed: neededAmount !== null && (
              <span className="numbers">{formatCents(neededAmount)}</span>
            ),
            'How Soon': urgency !== null && urgencyWords[urgency],
            'Nominee Knows': nomineeKnows !== null && nomineeKnowsWords[nomineeKnows],
          }}
        />
      )}
    </DetailSection>
  );
}
