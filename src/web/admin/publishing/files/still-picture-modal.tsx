import { Button } from '@mantine/core';
import { useRef } from 'react';
import { originalPath } from '#contract/publishing/file-paths.ts';
import type { File as StoredFile } from '#contract/publishing/files.ts';
import adminClasses from '#web/styles/admin.module.css';
import classes from '#web/styles/files.module.css';
import { Dialog } from '#web/ui/modal.tsx';
import { notifyError } from '#web/ui/notify.ts';
import { useLastValue } from '#web/ui/use-last-value.ts';

interface StillModalProps {
  file: StoredFile | null;
  onClose: () => void;
  onTaken: (picture: Blob, videoId: string) => void;
}

/** Takes the still picture of a video from the video itself, at the moment that is shown. */
export function StillModal({ file, onClose, onTaken }: StillModalProps) {
  const shown = useLastValue(file);
  const video = useRef<HTMLVideoElement>(null);
  async function take() {
    const picture = video.current && (await pictureOf(video.current));
    if (!shown || !picture) {
      notifyError('This browser cannot play the video. Please try another one.');
      return;
    }
    onTaken(picture, shown.id);
    onClose();
  }
  return (
    <Dialog title="Still Picture" opened={file !== null} onClose={onClose}>
      <p>Play the video or move to the moment that people should see first.</p>
      {shown && (
        // biome-ignore lint/a11y/useMediaCaption: what the administrator has just uploaded has none
        <video
          ref={video}
          className={classes.video}
          src={originalPath(shown.id)}
          controls
          playsInline
          preload="auto"
          aria-label="The video"
        />
      )}
      <div className={adminClasses.modalActions}>
        <Button onClick={() => void take()}>Use this moment</Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
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
