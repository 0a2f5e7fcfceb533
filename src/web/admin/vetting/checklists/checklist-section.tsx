import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import type { NominationChecklist, NominationPoint } from '#contract/vetting/checklists.ts';
import { countOf } from '#core/platform/counts.ts';
import {
  isSettled,
  missingPoints,
  nomineeKindNames,
  nomineeKinds,
} from '#core/vetting/checklists.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { PointItem } from '#web/admin/vetting/checklists/point-item.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

/** What is checked about a nominee, by whom, and how. */
export function ChecklistSection({
  nominationId,
  opens,
}: {
  nominationId: NominationId;
  opens: boolean;
}) {
  const state = useEndpoint(
    endpoints.getNominationChecklist,
    { params: { id: nominationId } },
    { refetchInterval: (data) => (isPreparing(data) ? 1_000 : false) },
  );
  return (
    <FoldedSection id="checklist" title="Checklist" summary={summaryOf(state.data)} opens={opens}>
      <CallState call={state} failed="The checklist could not be loaded." />
      {state.data && <Checklist nominationId={nominationId} state={state.data} />}
    </FoldedSection>
  );
}

function summaryOf(state: NominationChecklist | undefined): string | undefined {
  if (state === undefined) return undefined;
  return state.checklist === null ? 'Not begun' : describeSettled(state.checklist.points);
}

function describeSettled(points: NominationPoint[]): string {
  const onList = points.filter((point) => point.isOnList);
  const settled = onList.filter((point) => isSettled(point.state)).length;
  return `${settled} of ${onList.length} points settled`;
}

function isPreparing(data: NominationChecklist | undefined): boolean {
  return data?.checklist?.points.some(({ paper }) => paper?.state === 'processing') ?? false;
}

function Checklist({
  nominationId,
  state: { checklist, isOpen, isRequired },
}: {
  nominationId: NominationId;
  state: NominationChecklist;
}) {
  const mayDecide = useMay('nominations.decide');
  const begin = useSend(endpoints.beginChecklist);
  const params = { id: nominationId };
  const [isChoosing, setChoosing] = useState(false);
  const mayChange = isOpen && mayDecide;
  const choices = (
    <div className="row">
      {nomineeKinds.map((kind) => (
        <Button
          key={kind}
          variant="default"
          loading={begin.isPending && begin.variables.body.kind === kind}
          disabled={begin.isPending || kind === checklist?.kind}
          onClick={() =>
            begin.mutate({ params, body: { kind } }, { onSuccess: () => setChoosing(false) })
          }
        >
          {nomineeKindNames[kind]}
        </Button>
      ))}
    </div>
  );
  if (checklist === null) {
    return (
      <>
        <p>
          {isRequired
            ? 'This nomination can be accepted once the required points of its checklist are settled. '
            : 'A checklist helps several people to check a nomination, and shows later what was found out. '}
          {mayChange ? 'What is the nominee?' : 'Nobody has begun it.'}
        </p>
        {mayChange && choices}
      </>
    );
  }
  const { kind, version, newestVersion, points } = checklist;
  const onList = points.filter((point) => point.isOnList);
  const missing = missingPoints(onList).length;
  return (
    <>
      <p className="row gap-y-0 wide">
        <strong>{describeSettled(points)}</strong>
        <span className="soft">{describeMissing(missing, isRequired)}</span>
      </p>
      <p className="row gap-y-0 below-4 baseline wide">
        {`Nominee: ${nomineeKindNames[kind]}${version === 0 ? '' : `, version ${version} of the list`}`}
        {mayChange && !isChoosing && (
          <TextButton onClick={() => setChoosing(true)}>Choose another list</TextButton>
        )}
      </p>
      {mayChange && isChoosing && (
        <div className="card stack gap-3 start below-4">
          <p className="soft">
            What was found out stays, but only the points of the new list are required.
          </p>
          {choices}
          <TextButton onClick={() => setChoosing(false)}>Keep this one</TextButton>
        </div>
      )}
      {mayChange && version < newestVersion && (
        <div className="card stack gap-3 start below-4">
          <p>
            {`There is a newer version of this list, ${newestVersion}. Points whose words have changed are to be settled anew.`}
          </p>
          <Button
            size="sm"
            variant="default"
            loading={begin.isPending}
            onClick={() => begin.mutate({ params, body: { kind } })}
          >
            Take Over the Newer Version
          </Button>
        </div>
      )}
      <ul className="list below-4 max-48" aria-label="Points">
        {points.map((point) => (
          <PointItem
            key={point.id}
            nominationId={nominationId}
            point={point}
            mayChange={mayChange}
          />
        ))}
      </ul>
      {points.length === 0 && <p className="soft">This list has no points.</p>}
      <p className="soft">
        Once the nomination has a public page, everyone can read there which points are done, and
        since when. Proofs, files, and names stay here.
      </p>
    </>
  );
}

function describeMissing(missing: number, isRequired: boolean): string {
  if (missing === 0) return 'All required points are settled.';
  const points = countOf(missing, 'required point is', 'required points are');
  return `${points} missing${isRequired ? ' before it can be accepted' : ''}.`;
}
