import { useRef, useState } from 'react';
import type { FileId, NominationId } from '#contract/ids.ts';
import { cutFileName } from '#core/platform/file-names.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { call } from '#web/client/api-client.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { sendInParts } from '#web/client/send-in-parts.ts';

interface PaperUpload {
  name: string;
  /** The server's id of the file; null until it has arrived. */
  id: FileId | null;
  /** From 0 to 1. */
  progress: number;
  /** Why it did not arrive; null while all is well. */
  problem: string | null;
}

/** One paper of the team, uploaded as soon as it is chosen. */
export function usePaperUpload(nominationId: NominationId) {
  const [upload, setUpload] = useState<PaperUpload | null>(null);
  const last = useRef<File>(undefined);

  async function send(file: File) {
    last.current = file;
    // What belongs to a file that was taken away meanwhile changes nothing.
    const change = (changes: Partial<PaperUpload>) => {
      if (last.current === file) setUpload((one) => one && { ...one, ...changes });
    };
    setUpload({ name: file.name, id: null, progress: 0, problem: null });
    try {
      const body = { bytes: file.size, originalName: cutFileName(file.name) };
      const { id } = await call(endpoints.createTeamPaper, { params: { id: nominationId }, body });
      const params = { id };
      await sendInParts(
        file,
        {
          look: () => call(endpoints.getTeamPaper, { params }),
          send: (content, offset) =>
            call(endpoints.uploadTeamPaperContent, { params, content, offset }),
        },
        (bytes) => change({ progress: bytes / file.size }),
      );
      change({ id, progress: 1 });
    } catch (error) {
      change({ problem: errorMessage(error) });
    }
  }

  return {
    upload,
    isBusy: upload !== null && upload.id === null && upload.problem === null,
    send: (file: File) => void send(file),
    remove: () => {
      last.current = undefined;
      setUpload(null);
    },
  };
}
