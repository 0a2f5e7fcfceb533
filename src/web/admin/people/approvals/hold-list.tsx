import { Button } from '@mantine/core';
import { useHolds, useLiftHold } from '#web/admin/queries/approvals.ts';
import { Banner } from '#web/admin/ui/banner.tsx';

/** Why some approvals, or all of them, do not go on at the moment; nothing if they do. */
export function HoldList() {
  const holds = useHolds();
  const lift = useLiftHold();
  return holds.data?.map(({ id, text, mayLift }, place, { length }) => (
    // Two regions of a page have two names.
    <Banner
      key={id + text}
      label={`What holds approvals up${length > 1 ? `, ${place + 1} of ${length}` : ''}`}
    >
      <p>{text}</p>
      {mayLift && (
        <Button variant="default" loading={lift.isPending} onClick={() => lift.mutate(id)}>
          Lift the Objection
        </Button>
      )}
    </Banner>
  ));
}
