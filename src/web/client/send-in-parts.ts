import { ApiError } from '#web/client/api-client.ts';

/* Sends a file in parts, and goes on where a lost connection cut it off. */

/** How far an upload is. */
interface Progress {
  uploadedBytes: number;
  state: 'uploading' | 'processing' | 'ready' | 'failed';
}

interface Sending {
  /** Asks the server how far it is. */
  look: () => Promise<Progress>;
  /** Sends a part, which begins at this offset in the file. */
  send: (part: Blob, offset: number) => Promise<Progress>;
}

// Small enough to arrive within half a minute over a poor mobile connection.
const partBytes = 1024 * 1024;
const pausesMs = [1_000, 3_000, 9_000, 27_000];

/** Sends what the server does not have yet of a file. After a lost connection, asks the server where to continue. */
export async function sendInParts(
  content: Blob,
  { look, send }: Sending,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let { uploadedBytes, state } = await look();
  let failures = 0;
  while (state === 'uploading') {
    try {
      const part = content.slice(uploadedBytes, uploadedBytes + partBytes);
      ({ uploadedBytes, state } = await send(part, uploadedBytes));
      failures = 0;
    } catch (error) {
      const pause = pausesMs[failures];
      if (!isAccident(error) || pause === undefined) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
      ({ uploadedBytes, state } = await look());
    }
    onProgress(uploadedBytes);
  }
}

/** A lost connection, a restart, or a part that arrived although its response was lost. */
function isAccident(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || error.data?.code === 'wrong_offset';
}
