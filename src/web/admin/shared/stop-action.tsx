import { Button } from '@mantine/core';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** Opens the question whether to stop a mailing: the dialog `stop` of its page. */
export function StopAction({ id, label }: { id: string; label: string }) {
  const stop = useModal('stop');
  return (
    <RowActions>
      <Button size="sm" variant="default" aria-label={label} onClick={() => stop.open(id)}>
        Stop
      </Button>
    </RowActions>
  );
}
