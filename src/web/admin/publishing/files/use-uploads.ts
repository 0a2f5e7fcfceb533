import { useRef, useState } from 'react';
import type { FileId, NominationId } from '#contract/ids.ts';
import type { FileKind } from '#contract/publishing/files.ts';
import { cutFileName } from '#core/platform/file-names.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useReadAgain } from '#web/admin/client/use-endpoint.ts';
import { ApiError, call } from '#web/client/api-client.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { sendInParts } from '#web/client/send-in-parts.ts';

/** A file on its way to the server. */
export interface Upload {
  number: number;
  kind: FileKind;
  content: Blob;
  name: string;
  sentBytes: number;
  /** Why it stopped; null while it continues. */
  problem: string | null;
  /** Whether another try may succeed: not if the file itself is refused. */
  canRetry: boolean;
  /** The server's id of the file, once there is one. */
  id: FileId | null;
  stillOf?: FileId;
  onDone?: (id: FileId) => void;
}

/** What {@link useUploads} returns, for the parts of a page that share its uploads. */
export type Uploads = ReturnType<typeof useUploads>;

/** Of an upload that something waits for. */
interface UploadOptions {
  /** The video that it is the still picture of. */
  stillOf?: FileId;
  /** Called once all of it has arrived, also after a retry. */
  onDone?: (id: FileId) => void;
}

/** The uploads of this page, one after another. A stopped upload can resume where it was. */
export function useUploads(nominationId: NominationId) {
  const readAgain = useReadAgain();
  const [list, setList] = useState<Upload[]>([]);
  const count = useRef(0);
  const queue = useRef(Promise.resolve());

  function change(number: number, changes: Partial<Upload> | null) {
    setList((all) =>
      all.flatMap((one) => {
        if (one.number !== number) return [one];
        return changes === null ? [] : [{ ...one, ...changes }];
      }),
    );
  }

  async function send(upload: Upload) {
    let { id } = upload;
    try {
      id ??= await startUpload(nominationId, upload);
      change(upload.number, { id, problem: null });
      await sendRest(id, upload.content, (sentBytes) => change(upload.number, { sentBytes }));
      change(upload.number, null);
      upload.onDone?.(id);
    } catch (error) {
      // The server has deleted a refused file: another try would be a new upload.
      const isGone = error instanceof ApiError && [404, 413, 415].includes(error.status);
      // Its size or its type stays what it is.
      const canRetry = !(error instanceof ApiError && [413, 415].includes(error.status));
      const problem = errorMessage(error);
      change(upload.number, { problem, canRetry, ...(isGone && { id: null }) });
    }
    await readAgain();
  }

  function enqueue(upload: Upload) {
    queue.current = queue.current.then(() => send(upload));
    return queue.current;
  }

  return {
    list,
    add(kind: FileKind, content: Blob, name: string, options: UploadOptions = {}) {
      count.current += 1;
      const upload = { number: count.current, kind, content, name, sentBytes: 0, id: null };
      const added: Upload = { ...upload, problem: null, canRetry: true, ...options };
      setList((all) => [...all, added]);
      return enqueue(added);
    },
    retry(upload: Upload) {
      change(upload.number, { problem: null });
      void enqueue(upload);
    },
    dismiss(upload: Upload) {
      change(upload.number, null);
    },
  };
}

async function startUpload(
  nominationId: NominationId,
  { kind, content, name, stillOf }: Upload,
): Promise<FileId> {
  const body = {
    nominationId,
    kind,
    bytes: content.size,
    // A still picture was never a file on the device.
    ...(stillOf ? { stillOf } : { originalName: cutFileName(name) }),
  };
  return (await call(endpoints.createFile, { body })).id;
}

/** Sends what the server does not have yet. */
function sendRest(id: FileId, content: Blob, onProgress: (bytes: number) => void) {
  const params = { id };
  return sendInParts(
    content,
    {
      look: () => call(endpoints.getFile, { params }),
      send: (part, offset) => call(endpoints.uploadFileContent, { params, content: part, offset }),
    },
    onProgress,
  );
}
