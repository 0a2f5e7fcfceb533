import { Button } from '@mantine/core';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { Banner } from '#web/admin/ui/banner.tsx';

/** Why some approvals, or all of them, do not go on at the moment; nothing if they do. */
export function HoldList() {
  const holds = useEndpoint(endpoints.listHolds);
  const lift = useSend(endpoints.liftHold, { said: 'Lifted. Approvals go on.' });
  return holds.data?.map(({ id, text, mayLift }, place, { length }) => (
    // Two regions of a page have two names.
    <Banner
      key={id + text}
      label={`What holds approvals up${length > 1 ? `, ${place + 1} of ${length}` : ''}`}
    >
      <p>{text}</p>
      {mayLift && (
        <Button
          variant="default"
          loading={lift.isPending}
          onClick={() => lift.mutate({ params: { id } })}
        >
          Lift the Objection
        </Button>
      )}
    </Banner>
  ));
}
