import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/publishing/uploads.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { AppError } from '#server/platform/errors.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { serve } from '#server/platform/http/serve.ts';
import { getFile } from '#server/publishing/files/queries.ts';
import * as commands from '#server/publishing/uploads/commands.ts';

export const uploadRoutes = serve(contract, (deps) => {
  const { db, boss, storage, config } = deps;
  return {
    createFile: ({ actor, input }) => commands.createFile(db, actor, input, config.filesQuotaBytes),
    uploadFileContent: async ({ input, request }) => {
      const chunk = { id: input.id, isPaper: false, ...readChunk(request) };
      await commands.appendContent(db, storage, boss, chunk, () =>
        requireSession(deps, request, contract.uploadFileContent.access),
      );
      return getFile(db, input.id);
    },
  };
});

/** The body of the request as a stream, with what its headers say about it. */
export function readChunk({ headers, body }: FastifyRequest) {
  const offset = headers[uploadOffsetHeader];
  const length = Number(headers['content-length']);
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw new AppError(
      'invalid_input',
      'Send the header Upload-Offset with the position in the file at which this begins.',
    );
  }
  if (!(length > 0) || body === undefined) {
    throw new AppError(
      'invalid_input',
      'Send bytes, and their number in the header Content-Length.',
    );
  }
  if (length > contract.maxChunkBytes) {
    throw new AppError(
      'payload_too_large',
      `Send at most ${contract.maxChunkBytes} bytes at a time.`,
    );
  }
  return { offset: Number(offset), length, content: body as Readable };
}
