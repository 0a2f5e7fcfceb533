import { Button, FileButton } from '@mantine/core';
import type { FileId } from '#contract/ids.ts';
import type { FileKind } from '#contract/publishing/files.ts';
import { useMay } from '#web/admin/client/session.ts';
import type { Uploads } from '#web/admin/publishing/files/use-uploads.ts';

// Because the formats are listed, a phone converts other formats into one of them.
const pictures = 'image/jpeg,image/png,image/webp,image/heic';
const kinds: Record<FileKind, { text: string; accept: string }> = {
  receipt: { text: 'Add Receipts', accept: `${pictures},application/pdf` },
  photo: { text: 'Add Photos', accept: pictures },
  video: { text: 'Add a Video', accept: 'video/mp4,video/quicktime,video/webm' },
};

interface AddFilesButtonProps {
  kind: FileKind;
  uploads: Uploads;
  /** Called for each file that has arrived. */
  onDone?: (id: FileId) => void;
}

/** Chooses files on the device, and uploads them. Nothing for whoever may not. */
export function AddFilesButton({ kind, uploads, onDone }: AddFilesButtonProps) {
  const mayAdd = useMay('files.write');
  const { text, accept } = kinds[kind];
  if (!mayAdd) return null;
  return (
    <FileButton
      multiple
      accept={accept}
      inputProps={{ 'aria-label': text }}
      onChange={(chosen) => {
        for (const file of chosen) void uploads.add(kind, file, file.name, onDone && { onDone });
      }}
    >
      {(props) => (
        <Button variant="default" {...props}>
          {text}
        </Button>
      )}
    </FileButton>
  );
}
