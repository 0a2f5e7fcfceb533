import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { PreviewUpdateModal } from '#web/admin/publishing/updates/preview-update-modal.tsx';
import {
  readUpdateForm,
  type UpdateDraft,
  UpdateForm,
} from '#web/admin/publishing/updates/update-form.tsx';
import { UpdateItem } from '#web/admin/publishing/updates/update-item.tsx';
import { DeleteModal } from '#web/admin/shared/delete-modal.tsx';
import { IfMay } from '#web/admin/shared/if-may.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useFocusBack } from '#web/admin/ui/use-focus-back.ts';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

const newUpdate: UpdateDraft = { id: null, kind: 'progress', title: '', text: '', fileIds: [] };

/** The updates of a nomination, and where the team writes, previews, and publishes them. */
export function UpdatesSection({
  nominationId,
  opens,
}: {
  nominationId: NominationId;
  opens: boolean;
}) {
  const mayDraft = useMay('pages.draft');
  const updates = useEndpoint(
    endpoints.listUpdates,
    { params: { id: nominationId } },
    {
      // While emails are being sent: often enough to watch the progress, without burdening the server.
      refetchInterval: (data) =>
        data?.some(({ mailing }) => mailing !== null && mailing.waiting > 0) ? 2_000 : false,
    },
  );
  const page = useEndpoint(endpoints.getPublicPage, { params: { id: nominationId } });
  const deleteUpdate = useSend(endpoints.deleteUpdate, { said: 'The draft was deleted' });
  const [editing, setEditing] = useState(() => readUpdateForm(nominationId));
  const writeButton = useFocusBack(editing !== null);
  const preview = useModal('preview-update');
  const remove = useModal('delete-update');
  const findDraft = (draftId: string | null) =>
    updates.data?.find(({ id, publishedAt }) => id === draftId && publishedAt === null) ?? null;
  const deleting = findDraft(remove.value);
  const deleted = useLastValue(deleting);
  return (
    <FoldedSection
      id="updates"
      title="Updates"
      summary={updates.data?.length}
      // What was typed before the session ended is shown again.
      opens={opens || editing !== null}
    >
      {mayDraft && editing === null && (
        <Button ref={writeButton} onClick={() => setEditing(newUpdate)}>
          Write an Update
        </Button>
      )}
      {mayDraft && editing !== null && (
        <UpdateForm
          nominationId={nominationId}
          draft={editing}
          onCancel={() => setEditing(null)}
          onSaved={({ id }, toPreview) => {
            setEditing(null);
            if (toPreview) preview.open(id);
          }}
        />
      )}
      <CallState call={updates} failed="The updates could not be loaded." />
      {updates.data?.length === 0 && editing === null && (
        <EmptyNote>
          There are no updates yet. An update appears on the public page and is emailed to the
          nominator, to everyone whose donation was allocated to this need, and to its followers.
        </EmptyNote>
      )}
      <ul className="list above-4" aria-label="Updates">
        {updates.data?.map((update) => (
          <UpdateItem
            key={update.id}
            update={update}
            isShown={page.data?.isVisible ?? false}
            onEdit={editing === null ? () => setEditing(update) : null}
          />
        ))}
      </ul>
      <IfMay right="pages.draft">
        <PreviewUpdateModal update={findDraft(preview.value)} onClose={preview.close} />
        <DeleteModal
          title="Delete Draft"
          text={`The draft “${deleted?.title ?? ''}” will be deleted. Nobody has received it.`}
          opened={deleting !== null}
          onClose={remove.close}
          onConfirm={async () =>
            deleting && deleteUpdate.mutateAsync({ params: { id: deleting.id } })
          }
        />
      </IfMay>
    </FoldedSection>
  );
}
