import type { FileId, NominationId } from '#contract/ids.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useChange } from '#web/admin/client/use-endpoint.ts';
import { AddFilesButton } from '#web/admin/publishing/files/add-files-button.tsx';
import { type FileAction, FileItem } from '#web/admin/publishing/files/file-item.tsx';
import { FileModals } from '#web/admin/publishing/files/file-modals.tsx';
import { UploadList } from '#web/admin/publishing/files/upload-list.tsx';
import { useFiles } from '#web/admin/publishing/files/use-files.ts';
import type { Uploads } from '#web/admin/publishing/files/use-uploads.ts';
import { HiddenNote } from '#web/admin/shared/contact-details.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { call } from '#web/client/api-client.ts';

interface FilesSectionProps {
  nominationId: NominationId;
  uploads: Uploads;
  opens: boolean;
}

/** Whether another file is the same one, to the byte, and was added earlier. */
function isSameBefore(other: StoredFile, file: StoredFile): boolean {
  if (other.sha256 === null || other.sha256 !== file.sha256) return false;
  return other.createdAt < file.createdAt;
}

/** A still picture is shown with its video. */
const isListed = ({ stillOf }: StoredFile) => stillOf === null;

/** Receipts, photos, and videos of a nomination: add, describe, black out, and publish them here. */
export function FilesSection(props: FilesSectionProps) {
  const mayRead = useMay('files.read');
  const files = useFiles(props.nominationId);
  const list = files.data?.filter(isListed);
  return (
    <FoldedSection
      id="files"
      title="Receipts, Photos, and Videos"
      summary={list?.length}
      opens={props.opens}
    >
      {mayRead ? <Files {...props} /> : <HiddenNote />}
    </FoldedSection>
  );
}

function Files({ nominationId, uploads }: FilesSectionProps) {
  const files = useFiles(nominationId);
  const action = useChange(({ id, action: name }: { id: FileId; action: FileAction }) =>
    name === 'publish'
      ? call(endpoints.publishFile, { params: { id } })
      : call(endpoints.unpublishFile, { params: { id } }),
  );
  const list = files.data?.filter(isListed) ?? [];
  return (
    <>
      <div className="row gap-2">
        <AddFilesButton kind="receipt" uploads={uploads} />
        <AddFilesButton kind="photo" uploads={uploads} />
        <AddFilesButton kind="video" uploads={uploads} />
      </div>
      <UploadList uploads={uploads} />
      <CallState call={files} failed="The files could not be loaded." />
      {files.data && list.length === 0 && uploads.list.length === 0 && (
        <EmptyNote>There are no files yet.</EmptyNote>
      )}
      <ul className="list above-4" aria-label="Files">
        {list.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            still={files.data?.find(({ stillOf }) => stillOf === file.id)}
            wasAddedBefore={list.some((other) => isSameBefore(other, file))}
            isBusy={action.isPending && action.variables.id === file.id}
            onAction={(name) => action.mutate({ id: file.id, action: name })}
          />
        ))}
      </ul>
      <FileModals
        files={files.data ?? []}
        onStill={(picture, videoId) =>
          void uploads.add('photo', picture, 'Still picture', { stillOf: videoId })
        }
      />
    </>
  );
}
