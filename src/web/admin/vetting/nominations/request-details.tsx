import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { nomineeKnowsWords, urgencyWords } from '#core/vetting/nomination-needs.ts';
import { DetailList, DetailSection } from '#web/admin/ui/detail-list.tsx';

/** What the nominator asks for, if the form said so. */
export function RequestDetails({ nomination }: { nomination: Nomination }) {
  const { neededAmount, urgency, nomineeKnows } = nomination;
  if (neededAmount === null && urgency === null && nomineeKnows === null) return null;
  return (
    <DetailSection title="What Would Help">
      <DetailList
        rows={{
          Needed: neededAmount !== null && (
            <span className="numbers">{formatCents(neededAmount)}</span>
          ),
          'How Soon': urgency !== null && urgencyWords[urgency],
          'Nominee Knows': nomineeKnows !== null && nomineeKnowsWords[nomineeKnows],
        }}
      />
    </DetailSection>
  );
}
