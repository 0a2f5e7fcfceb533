import type { SettingsVersion } from '#contract/operations/settings.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

interface RestoreModalProps {
  /** Those that are shown. */
  versions: SettingsVersion[];
  /** The number of the newest one. */
  newest: number;
}

/** Asks before an older version of the settings counts again. */
export function RestoreModal({ versions, newest }: RestoreModalProps) {
  const modal = useModal('restore');
  const restore = useSend(endpoints.restoreSettings, { said: 'The older settings count again' });
  const id = useLastValue(modal.value);
  const chosen = versions.find((version) => version.id === id);
  return (
    <ConfirmModal
      title="Restore Settings"
      text={
        chosen &&
        `All settings become what they were after ${chosen.actor} saved them on ${formatMoment(chosen.createdAt)}. The settings of now stay in the list.`
      }
      action="Restore"
      opened={modal.isOpen && chosen !== undefined}
      onClose={modal.close}
      onConfirm={async () => {
        if (chosen) {
          await restore.mutateAsync({ params: { id: chosen.id }, body: { version: newest } });
        }
      }}
    />
  );
}
