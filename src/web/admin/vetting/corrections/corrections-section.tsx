import { Button } from '@mantine/core';
import type { NominationCorrections } from '#contract/vetting/corrections.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { describeFact, factNames } from '#core/vetting/nomination-facts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { DetailSection } from '#web/admin/ui/detail-list.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { CorrectNominationModal } from '#web/admin/vetting/corrections/correct-nomination-modal.tsx';

/** What a nomination said before it was corrected, and the way to correct it. For whoever may read nominations. */
export function CorrectionsSection({ nomination }: { nomination: Nomination }) {
  const { id } = nomination;
  const call = useEndpoint(endpoints.getNominationCorrections, { params: { id } });
  const mayDecide = useMay('nominations.decide');
  const correct = useModal('correct');
  const isClosed = nomination.erasedAt !== null && !nomination.isAccepted;
  const mayCorrect = mayDecide && !isClosed;
  if (call.data?.corrections.length === 0 && !mayCorrect) return null;
  return (
    <DetailSection title="Corrections">
      <CallState call={call} failed="The corrections could not be loaded." />
      {call.data && (
        <>
          {call.data.corrections.length > 0 && (
            <ul className="list" aria-label="Corrections">
              {call.data.corrections.map((correction) => (
                <CorrectionItem key={correction.id} correction={correction} />
              ))}
            </ul>
          )}
          {mayCorrect && (
            <div className="row below-4">
              <Button variant="default" onClick={() => correct.open()}>
                Correct Name or Facts
              </Button>
            </div>
          )}
          <CorrectNominationModal
            nomination={nomination}
            said={call.data}
            opened={correct.isOpen && mayCorrect}
            onClose={correct.close}
          />
        </>
      )}
    </DetailSection>
  );
}

type Correction = NominationCorrections['corrections'][number];

function CorrectionItem({
  correction: { was, createdAt, by, reason },
}: {
  correction: Correction;
}) {
  return (
    <li className="below-3">
      {factNames.map(
        (name) => was[name] !== undefined && <p key={name}>{describeFact(name, was[name])}</p>,
      )}
      <p className="soft smaller">{`Until ${formatDate(createdAt)}, corrected by ${by}: ${reason}`}</p>
    </li>
  );
}
