import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { FileId } from '#contract/ids.ts';
import { originalPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import { fileName } from '#web/admin/publishing/files/file-words.ts';
import classes from '#web/admin/publishing/files/still-picture-modal.module.css';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { notifyError } from '#web/ui/notify.ts';

interface StillPictureModalProps {
  file: StoredFile | null;
  onClose: () => void;
  onTaken: (picture: Blob, videoId: FileId) => void;
}

/** Captures a frame of a video as its still picture. */
export function StillPictureModal({ file, onClose, onTaken }: StillPictureModalProps) {
  const shown = useLastValue(file);
  const video = useRef<HTMLVideoElement>(null);
  async function take() {
    const picture = video.current && (await pictureOf(video.current));
    if (!shown || !picture) {
      notifyError('This browser cannot play the video. Please try another browser.');
      return;
    }
    onTaken(picture, shown.id);
    onClose();
  }
  return (
    <Modal title="Still Picture" opened={file !== null} onClose={onClose}>
      {shown && (
        <p>
          <strong>{fileName(shown)}</strong>
        </p>
      )}
      <p>Play the video or move to the moment that people should see first.</p>
      {shown && (
        // biome-ignore lint/a11y/useMediaCaption: a video that the administrator has just uploaded has none
        <video
          ref={video}
          className={`full above-4 ${classes.video}`}
          src={originalPath(shown.id)}
          controls
          playsInline
          preload="auto"
          aria-label="Video"
        />
      )}
      <ModalActions>
        <Button onClick={() => void take()}>Use This Moment</Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </Modal>
  );
}

async function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}
