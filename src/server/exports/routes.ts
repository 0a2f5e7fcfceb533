import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { exportFilePath } from '#contract/exports/export-path.ts';
import * as contract from '#contract/exports/exports.ts';
import { idParams } from '#contract/fields.ts';
import { exportId } from '#contract/ids.ts';
import type { ExportFormat } from '#core/exports/export-lists.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { createExport } from '#server/exports/create-export.ts';
import type { OpenExport } from '#server/exports/open-export.ts';
import { findOpen, openExport } from '#server/exports/open-export.ts';
import * as queries from '#server/exports/queries.ts';
import { csvMediaType, writeCsv } from '#server/exports/write-csv.ts';
import { excelMediaType } from '#server/exports/write-excel.ts';
import { exportFolder, writeExport } from '#server/exports/write-export.ts';
import { notSignedIn } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { serve } from '#server/platform/http/serve.ts';
import { sendFile } from '#server/publishing/files/send-file.ts';

export const exportRoutes = serve(contract, (deps) => {
  const { db, boss, settings } = deps;
  const source = () => ({ db, timeZone: settings.current().timeZone });
  return {
    previewExport: ({ actor, input }) => queries.previewExport(source(), actor, input),
    listExports: ({ actor }) => queries.listExports(db, actor),
    createExport: ({ actor, input }) => createExport(source(), actor, input, boss),
    openExport: ({ actor, input }) => openExport(db, actor, input.id),
  };
});

/** The file itself is not JSON, so this is not in the contract. */
export function exportFileRoute(app: FastifyInstance, deps: Deps): void {
  const { db, storage, settings, config } = deps;
  const params = idParams(exportId);
  app.route<{ Params: z.infer<typeof params> }>({
    method: 'GET',
    url: exportFilePath(':id'),
    compress: false,
    schema: { hide: true, params },
    config: { access: 'exports.create' },
    onRequest: async (request: FastifyRequest) => {
      request.session = await requireSession(deps, request, 'exports.create');
    },
    handler: async (request, reply) => {
      if (!request.session) throw notSignedIn();
      const { timeZone } = settings.current();
      const open = await findOpen({ db, timeZone }, request.session.member, request.params.id);
      const day = isoDayOf(open.createdAt, timeZone);
      const name = `${config.isTrial ? 'test-' : ''}${open.list}-${day}.${open.format}`;
      if (open.stored) {
        const mediaType = mediaTypes[open.format];
        return sendFile(request, reply, storage, {
          ...open.stored,
          mediaType,
          name,
          isPublic: false,
          isDownload: true,
        });
      }
      reply.headers({
        'content-type': mediaTypes[open.format],
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
      });
      return reply.send(
        open.format === 'csv' ? sendCsv(open) : await sendExcel(open, reply, config.dataDir),
      );
    },
  });
}

const mediaTypes: Record<ExportFormat, string> = { csv: csvMediaType, xlsx: excelMediaType };

type DirectExport = Extract<OpenExport, { stored: null }>;

/** Writes while the browser reads. Once it is gone, or takes nothing for a minute, nothing more is read. */
function sendCsv({ columns, rows }: DirectExport): Readable {
  const stream: Readable = Readable.from(
    patiently(writeCsv(columns, rows()), () => stream.destroy(new Error('The download stalled.'))),
    { objectMode: false },
  );
  return stream;
}

// A snapshot of a database server stays open meanwhile.
const patience = 60_000;

async function* patiently<Part>(parts: AsyncIterable<Part>, giveUp: () => void) {
  for await (const part of parts) {
    const timer = setTimeout(giveUp, patience);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Writes the whole file first: the library cannot do otherwise. */
async function sendExcel(
  open: DirectExport,
  reply: FastifyReply,
  dataDir: string,
): Promise<Readable> {
  const folder = await exportFolder(dataDir);
  const gone = new AbortController();
  reply.raw.once('close', () => {
    gone.abort();
    void rm(folder, { recursive: true, force: true });
  });
  const path = await writeExport(open, open.columns, open.rows(), folder, gone.signal);
  reply.header('content-length', (await stat(path)).size);
  return createReadStream(path);
}
