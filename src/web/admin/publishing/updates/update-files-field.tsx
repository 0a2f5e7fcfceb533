import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileId, NominationId } from '#contract/ids.ts';
import { FileLabel } from '#web/admin/publishing/files/file-label.tsx';
import { fileFacts, fileStateText } from '#web/admin/publishing/files/file-words.ts';
import { useFiles } from '#web/admin/publishing/files/use-files.ts';

interface UpdateFilesFieldProps {
  nominationId: NominationId;
  value?: FileId[];
  error?: ReactNode;
  onChange: (ids: FileId[]) => void;
}

/** The nomination's files to show with an update, in the order in which they were added. */
export function UpdateFilesField({ nominationId, ...field }: UpdateFilesFieldProps) {
  const files = useFiles(nominationId);
  const usable = (files.data ?? []).filter(
    ({ stillOf, state }) => stillOf === null && (state === 'ready' || state === 'processing'),
  );
  return (
    <Checkbox.Group
      size="md"
      label="Receipts, photos, and videos"
      description={
        usable.length === 0
          ? 'There are none yet. Add them under “Receipts, Photos, and Videos”; what you typed here is kept.'
          : 'Publish these files before you publish the update.'
      }
      {...field}
      onChange={(ids) =>
        field.onChange(usable.map(({ id }) => id).filter((id) => ids.includes(id)))
      }
    >
      <ul className="list tiles gap-5 gap-y-3 above-3">
        {usable.map((file) => (
          <li key={file.id}>
            <Checkbox
              value={file.id}
              label={
                <FileLabel
                  file={file}
                  still={files.data?.find(({ stillOf }) => stillOf === file.id)}
                >
                  {fileStateText(file)}. {fileFacts(file)}
                </FileLabel>
              }
            />
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
}
