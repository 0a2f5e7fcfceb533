import type { FileKind } from '#contract/publishing/files.ts';
import { UploadItem } from '#web/admin/publishing/files/upload-item.tsx';
import type { Uploads } from '#web/admin/publishing/files/use-uploads.ts';

interface UploadListProps {
  uploads: Uploads;
  /** Only files of this kind. */
  kind?: FileKind;
}

/** The files that are on their way. */
export function UploadList({ uploads: { list, retry, dismiss }, kind }: UploadListProps) {
  return (
    <ul className="list above-4" aria-label="Uploads">
      {list
        .filter((upload) => kind === undefined || upload.kind === kind)
        .map((upload) => (
          <UploadItem
            key={upload.number}
            upload={upload}
            onRetry={() => retry(upload)}
            onDismiss={() => dismiss(upload)}
          />
        ))}
    </ul>
  );
}
