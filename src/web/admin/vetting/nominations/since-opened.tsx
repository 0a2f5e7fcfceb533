import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Decision } from '#contract/vetting/decisions.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { nominationStatus, statusAfter } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { Banner } from '#web/admin/ui/banner.tsx';
import { isOwnDecision } from '#web/admin/vetting/decisions/use-nomination-action.ts';

/** What somebody else has done with a nomination while it is on the screen. */
export function SinceOpened({ nomination }: { nomination: Nomination }) {
  const { id, erasedAt } = nomination;
  const status = nominationStatus(nomination);
  const now = { status, erasedAt };
  const [seen, setSeen] = useState(now);
  const isDecided = status !== seen.status;
  const isErased = erasedAt !== seen.erasedAt;
  const isTold = (isDecided && !isOwnDecision(nomination)) || isErased;
  const mayRead = useMay('nominations.read');
  const decisions = useEndpoint(
    endpoints.listDecisions,
    isTold && mayRead ? { params: { id } } : null,
    { staleTime: 0 },
  );
  if (!isTold && isDecided) setSeen(now);
  return (
    <div role="status">
      {isTold && (
        <Banner label="Meanwhile">
          <p>
            {isErased
              ? 'Somebody has erased the personal data of this nomination meanwhile.'
              : describe(nomination, decisions.data)}
          </p>
          <Button size="sm" variant="default" onClick={() => setSeen(now)}>
            OK
          </Button>
        </Banner>
      )}
    </div>
  );
}

function describe(nomination: Nomination, decisions: Decision[] | undefined): string {
  const status = nominationStatus(nomination);
  if (status === 'pending') return 'Somebody undid the decision meanwhile: it is pending again.';
  const last = decisions?.find(
    ({ action, isUndone }) => !isUndone && statusAfter[action] === status,
  );
  return `${last?.decidedBy ?? 'Somebody else'} was faster: this nomination is ${status} now.`;
}
