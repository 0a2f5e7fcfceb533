import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { idParams } from '#contract/fields.ts';
import { fileId } from '#contract/ids.ts';
import { paperOriginalPath, paperPagePath } from '#contract/publishing/file-paths.ts';
import * as contract from '#contract/vetting/papers.ts';
import { trackingTokenHeader } from '#contract/vetting/tracking-page.ts';
import type { Deps } from '#server/platform/deps.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { serve } from '#server/platform/http/serve.ts';
import { recordOpening } from '#server/publishing/files/commands.ts';
import { findCopy, findOriginal } from '#server/publishing/files/queries.ts';
import { sendFile } from '#server/publishing/files/send-file.ts';
import { createPaper, createTeamPaper } from '#server/publishing/paper-uploads/commands.ts';
import { getPaper, getTeamPaper } from '#server/publishing/paper-uploads/queries.ts';
import { appendContent } from '#server/publishing/uploads/commands.ts';
import { readChunk } from '#server/publishing/uploads/routes.ts';

export const paperRoutes = serve(contract, (deps) => {
  const { db, boss, storage, config } = deps;
  return {
    createPaper: ({ input }) => createPaper(db, input, config.filesQuotaBytes),
    getPaper: ({ input }) => getPaper(db, input.token, input.id),
    uploadPaperContent: async ({ input, request }) => {
      const token = String(request.headers[trackingTokenHeader] ?? '');
      // First, so that a stranger's bytes are not even stored.
      await getPaper(db, token, input.id);
      const chunk = { id: input.id, isPaper: true, ...readChunk(request) };
      await appendContent(db, storage, boss, chunk, () => getPaper(db, token, input.id));
      return getPaper(db, token, input.id);
    },
    createTeamPaper: ({ actor, input: { id: nominationId, ...paper } }) =>
      createTeamPaper(db, actor, { nominationId, ...paper }, config.filesQuotaBytes),
    getTeamPaper: ({ actor, input }) => getTeamPaper(db, actor, input.id),
    uploadTeamPaperContent: async ({ actor, input, request }) => {
      await getTeamPaper(db, actor, input.id);
      const chunk = { id: input.id, isPaper: true, ...readChunk(request) };
      await appendContent(db, storage, boss, chunk, () =>
        requireSession(deps, request, contract.uploadTeamPaperContent.access),
      );
      return getTeamPaper(db, actor, input.id);
    },
  };
});

/** The bytes themselves are not JSON, so this is not in the contract. */
export function paperContentRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, storage } = deps;
  const methods = ['GET', 'HEAD'];
  const params = idParams(fileId);
  const pageParams = params.extend({ key: z.string().max(100) });
  const guard = {
    compress: false as const,
    onRequest: async (request: FastifyRequest) => {
      request.session = await requireSession(deps, request, 'nominations.read');
    },
  };
  app.route<{ Params: z.infer<typeof params> }>({
    method: methods,
    url: paperOriginalPath(':id'),
    ...guard,
    schema: { hide: true, params },
    handler: async (request, reply) => {
      const { id } = request.params;
      const file = await findOriginal(db, 'papers', id);
      if (request.session) await recordOpening(db, request.session.member, id);
      return sendFile(request, reply, storage, file);
    },
  });
  app.route<{ Params: z.infer<typeof pageParams> }>({
    method: methods,
    url: paperPagePath(':id', ':key'),
    ...guard,
    schema: { hide: true, params: pageParams },
    handler: async (request, reply) => {
      const { id, key } = request.params;
      const page = await findCopy(db, 'papers', id, key);
      if (request.session) await recordOpening(db, request.session.member, id);
      return sendFile(request, reply, storage, page);
    },
  });
}
