import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FileKind, Redaction, File as StoredFile } from '#contract/publishing/files.ts';
import { ApiError, call, errorMessage } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';

const filesKey = (nominationId: string) => ['files', nominationId];

/** The files of a nomination; asked for again while the server is still at work on one. */
export function useFiles(nominationId: string) {
  return useQuery({
    queryKey: filesKey(nominationId),
    queryFn: ({ signal }) => call(endpoints.listFiles, { params: { id: nominationId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.some((file) => file.state === 'processing') ? 1_000 : false,
  });
}

/** What can be done with a file by one press. */
export type FileAction = 'publish' | 'unpublish' | 'delete';

export function useFileAction(nominationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, action }: { id: string; action: FileAction }) => {
      const params = { id };
      if (action === 'publish') await call(endpoints.publishFile, { params });
      if (action === 'unpublish') await call(endpoints.unpublishFile, { params });
      if (action === 'delete') await call(endpoints.deleteFile, { params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

/** The words about a file, as its form has them. */
export interface FileDetails {
  caption: string;
  alternativeText: string;
  consentBy: string;
  consentScope: string;
  consentUntil: string;
}

export function useUpdateFile({ id, nominationId }: StoredFile) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: FileDetails) => call(endpoints.updateFile, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

export function useWithdrawConsent(nominationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(endpoints.withdrawConsent, { params: { id }, body: { reason } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

/** Blacks out parts of a receipt; none: there is nothing to black out. */
export function useRedactFile({ id, nominationId }: StoredFile) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (redactions: Redaction[]) =>
      call(endpoints.redactFile, {
        params: { id },
        body: redactions.length > 0 ? { redactions } : { nothingToBlackOut: true as const },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: filesKey(nominationId) }),
  });
}

/** A file on its way to the server. */
export interface Upload {
  number: number;
  kind: FileKind;
  content: Blob;
  name: string;
  sentBytes: number;
  /** Why it stopped; null while it goes on. */
  problem: string | null;
  /** What the server knows it by, once it does. */
  id: string | null;
  stillOf?: string;
}

/** Uploads of this page, one after the other. What stopped goes on where it was, when it is told to. */
export function useUploads(nominationId: string) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const count = useRef(0);
  const queue = useRef(Promise.resolve());

  function change(number: number, changes: Partial<Upload> | null) {
    setUploads((all) =>
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
    } catch (error) {
      // A file that was refused is gone: another try would be a new one.
      const isGone = error instanceof ApiError && [404, 413, 415].includes(error.status);
      change(upload.number, { problem: errorMessage(error), ...(isGone && { id: null }) });
    }
    await queryClient.invalidateQueries({ queryKey: filesKey(nominationId) });
  }

  function enqueue(upload: Upload) {
    queue.current = queue.current.then(() => send(upload));
    return queue.current;
  }

  return {
    uploads,
    add(kind: FileKind, content: Blob, name: string, stillOf?: string) {
      count.current += 1;
      const upload = { number: count.current, kind, content, name, sentBytes: 0, id: null };
      const added: Upload = { ...upload, problem: null, ...(stillOf !== undefined && { stillOf }) };
      setUploads((all) => [...all, added]);
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
  nominationId: string,
  { kind, content, stillOf }: Upload,
): Promise<string> {
  const body = { nominationId, kind, bytes: content.size, ...(stillOf && { stillOf }) };
  return (await call(endpoints.createFile, { body })).id;
}

// Small enough to arrive in half a minute over a poor mobile connection.
const chunkBytes = 1024 * 1024;
const pausesMs = [1_000, 3_000, 9_000, 27_000];

/** Sends what the server does not have yet. After a break in the connection it asks where to go on. */
async function sendRest(id: string, content: Blob, onProgress: (bytes: number) => void) {
  let { uploadedBytes, state } = await call(endpoints.getFile, { params: { id } });
  let failures = 0;
  while (state === 'uploading') {
    try {
      const part = content.slice(uploadedBytes, uploadedBytes + chunkBytes);
      const file = await call(endpoints.uploadFileContent, {
        params: { id },
        content: part,
        offset: uploadedBytes,
      });
      ({ uploadedBytes, state } = file);
      failures = 0;
    } catch (error) {
      const pause = pausesMs[failures];
      if (!isAccident(error) || pause === undefined) throw error;
      failures += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
      ({ uploadedBytes, state } = await call(endpoints.getFile, { params: { id } }));
    }
    onProgress(uploadedBytes);
  }
}

/** A lost connection, a restart, or a part that had arrived although its answer was lost. */
function isAccident(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500 || error.data?.code === 'wrong_offset';
}
