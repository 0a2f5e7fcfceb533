import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { FileLabel } from '#web/admin/publishing/files/file-label.tsx';
import { fileStateText } from '#web/admin/publishing/files/file-words.ts';
import '#web/admin/ui/radio.css';

interface CoverPhotoFieldProps {
  photos: StoredFile[];
  /** The id of a photo; empty for none. */
  value?: string;
  error?: ReactNode;
  onChange: (id: string) => void;
}

/** The photo at the top of a public page. */
export function CoverPhotoField({ photos, ...field }: CoverPhotoFieldProps) {
  return (
    <Radio.Group
      size="md"
      label="Cover photo"
      description={
        photos.length === 0
          ? 'There are no photos yet. Add them under “Receipts, Photos, and Videos”; what you typed here is kept.'
          : 'Shown once the photo itself is published.'
      }
      {...field}
    >
      <div className="tiles gap-5 gap-y-3 above-3">
        <Radio size="md" value="" label="No photo" />
        {photos.map((photo) => (
          <Radio
            key={photo.id}
            size="md"
            value={photo.id}
            label={<FileLabel file={photo}>{fileStateText(photo)}</FileLabel>}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
