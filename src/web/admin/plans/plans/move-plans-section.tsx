import { Button, NativeSelect } from '@mantine/core';
import type { CauseId } from '#contract/ids.ts';
import { planMoveDays } from '#contract/plans/plan-moves.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { PageActions } from '#web/admin/ui/page-sections.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

/** Where the recurring donations of the chosen cause are going, and how to move them, such as before it is closed. */
export function MovePlansSection({ causeId }: { causeId: CauseId }) {
  const { data } = useEndpoint(endpoints.getPlanMove, { params: { id: causeId } });
  const mayMove = useMay('money.write');
  const moving = useModal('move');
  const staying = useModal('stay');
  const cancel = useSend(endpoints.cancelPlanMove, {
    said: 'They stay, and each donor gets an email',
  });
  if (!data) return null;
  const { running, move } = data;
  if (move === null && (running === 0 || !mayMove)) return null;
  return (
    <>
      {move ? (
        <p role="status">
          {`${countOf(move.plans, 'recurring donation goes', 'recurring donations go')} to ${move.to.name} on ${formatDate(move.dueAt)}, unless the donors choose differently. Their emails started going out on ${formatDate(move.requestedAt)}.`}
        </p>
      ) : null}
      {mayMove && (
        <PageActions>
          {move ? (
            <Button variant="default" onClick={() => staying.open()}>
              Cancel the Move
            </Button>
          ) : (
            <Button variant="default" onClick={() => moving.open()}>
              Move to Another Cause
            </Button>
          )}
        </PageActions>
      )}
      <MovePlansModal
        causeId={causeId}
        running={running}
        opened={moving.isOpen && move === null}
        onClose={moving.close}
      />
      <ConfirmModal
        title="Cancel the Move"
        text="The recurring donations stay with their cause, and each donor who was told otherwise gets an email."
        action="Cancel the Move"
        opened={staying.isOpen && move !== null}
        onClose={staying.close}
        onConfirm={() => cancel.mutateAsync({ params: { id: causeId } })}
      />
    </>
  );
}

interface MovePlansModalProps extends DialogProps {
  causeId: CauseId;
  running: number;
}

function MovePlansModal({ causeId, running, ...dialog }: MovePlansModalProps) {
  const causes = useEndpoint(endpoints.listCauses);
  const others = (causes.data ?? []).filter(({ id, state }) => id !== causeId && state === 'open');
  return (
    <FormDialog
      {...dialog}
      title="Move to Another Cause"
      text={`Each donor of the ${countOf(running, 'running recurring donation')} gets an email now, and can choose another cause or stop. In ${planMoveDays} days, those that are left go to the cause that you choose. You can cancel it until then. What was given stays where it is.`}
      action="Email the Donors"
      to={endpoints.movePlans}
      params={{ id: causeId }}
      initialValues={{ toCauseId: '' }}
      toBody={({ toCauseId }) => ({ toCauseId: readId<CauseId>(toCauseId) })}
      check={({ toCauseId }): Record<string, string> =>
        toCauseId === '' ? { toCauseId: 'Choose a cause' } : {}
      }
      said="Each donor gets an email now"
    >
      {(form) => (
        <NativeSelect
          label="New cause"
          data={[
            { value: '', label: 'Choose a cause' },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('toCauseId')}
        />
      )}
    </FormDialog>
  );
}
