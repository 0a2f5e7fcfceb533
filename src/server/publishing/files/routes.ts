import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParams } from '#contract/fields.ts';
import { fileId } from '#contract/ids.ts';
import {
  fileCopyPath,
  markedCopyPath,
  originalPath,
  publicFilePath,
} from '#contract/publishing/file-paths.ts';
import * as contract from '#contract/publishing/files.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/files/commands.ts';
import { markedAt } from '#server/publishing/files/copy-marks.ts';
import * as queries from '#server/publishing/files/queries.ts';
import { sendFile } from '#server/publishing/files/send-file.ts';

export const fileRoutes = serve(contract, (deps) => {
  const { db, boss } = deps;
  return {
    listFiles: ({ input }) => queries.listFiles(db, input.id),
    getFile: ({ input }) => queries.getFile(db, input.id),
    updateFile: ({ actor, input }) => commands.updateFile(db, actor, input),
    redactFile: ({ actor, input }) =>
      commands.redactFile(db, actor, { id: input.id, redactions: input.redactions ?? [] }, boss),
    publishFile: ({ actor, input }) => commands.publishFile(db, actor, input.id),
    unpublishFile: ({ actor, input }) => commands.unpublishFile(db, actor, input.id),
    withdrawConsent: ({ actor, input }) => commands.withdrawConsent(db, actor, input),
    deleteFile: ({ actor, input }) => commands.deleteFile(db, actor, input.id),
  };
});

/** The bytes themselves are not JSON, so this is not in the contract. */
export function fileContentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, storage } = deps;
  const methods = ['GET', 'HEAD'];
  const params = idParams(fileId);
  const copyParams = params.extend({ key: z.string().max(100) });
  const guard = {
    // Compressed formats do not get smaller, and a range of bytes must stay unchanged.
    compress: false as const,
    schema: { hide: true },
    onRequest: async (request: FastifyRequest) => {
      request.session = await requireSession(deps, request, 'files.read');
    },
  };
  app.route<{ Params: z.infer<typeof params> }>({
    method: methods,
    url: originalPath(':id'),
    ...guard,
    schema: { hide: true, params },
    handler: async (request, reply) => {
      const { id } = request.params;
      const file = await queries.findOriginal(db, 'files', id);
      if (request.session) await commands.recordOpening(db, request.session.member, id);
      return sendFile(request, reply, storage, file);
    },
  });
  app.route<{ Params: z.infer<typeof copyParams> }>({
    method: methods,
    url: fileCopyPath(':id', ':key'),
    ...guard,
    schema: { hide: true, params: copyParams },
    handler: async (request, reply) => {
      const { id, key } = request.params;
      return sendFile(request, reply, storage, await queries.findCopy(db, 'files', id, key));
    },
  });
  app.route<{ Params: { key: string; mark: string } }>({
    method: methods,
    url: markedCopyPath(':key', ':mark'),
    compress: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { key, mark } = request.params;
      reply.header('cache-control', 'no-store');
      const since = markedAt(config, key, mark);
      if (since === null) throw notFound('file');
      return sendFile(request, reply, storage, await queries.findMarkedCopy(db, key, since));
    },
  });
  app.route<{ Params: { key: string } }>({
    method: methods,
    url: publicFilePath(':key'),
    compress: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      // For a refusal: a copy that is not public now may be again.
      reply.header('cache-control', 'no-store');
      return sendFile(
        request,
        reply,
        storage,
        await queries.findPublicCopy(db, request.params.key),
      );
    },
  });
}
