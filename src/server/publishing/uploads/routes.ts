import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/publishing/files.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { getFile } from '#server/publishing/files/queries.ts';
import * as commands from '#server/publishing/uploads/commands.ts';

export async function uploadRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, boss, storage, config } = deps;
  bind(app, deps, contract.createFile, ({ actor, body }) =>
    commands.createFile(db, actor, body, config.filesQuotaBytes),
  );
  await app.register(async (raw) => {
    acceptBytes(raw);
    bind(raw, deps, contract.uploadFileContent, async ({ params, request, reply }) => {
      // After a refusal, the rest of the body is not awaited.
      reply.header('connection', 'close');
      const chunk = { id: params.id, isPaper: false, ...readChunk(request) };
      await commands.appendContent(db, storage, boss, chunk, () =>
        requireSession(deps, request, contract.uploadFileContent.access),
      );
      reply.removeHeader('connection');
      return getFile(db, params.id);
    });
  });
}

/** Bytes are not read when they arrive: they are streamed to the storage. */
export function acceptBytes(raw: FastifyInstance): void {
  raw.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  );
}

/** The body of the request as a stream, with what its headers say about it. */
export function readChunk({ headers, body }: FastifyRequest) {
  const offset = headers[contract.uploadOffsetHeader];
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
