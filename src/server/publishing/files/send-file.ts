import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseByteRange } from '#core/platform/byte-range.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/* Ranges and caching of files. */

/** The file to send, and how a browser may treat it. */
export interface SentFile {
  key: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  /** For "save as"; only letters, digits, dots, and hyphens. */
  name: string;
  /** Public copies never change at their address, but they can be unpublished. */
  isPublic: boolean;
  /** It is saved, and never shown in the browser. */
  isDownload?: true;
}

/** Sends a file or the requested part of it, so that a browser treats it as exactly its type. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: FileStorage,
  file: SentFile,
): Promise<unknown> {
  const etag = `"${file.sha256}"`;
  const isSaved = file.isDownload || file.mediaType === 'application/pdf';
  const disposition = isSaved ? 'attachment' : 'inline';
  reply.headers({
    'accept-ranges': 'bytes',
    etag,
    // Any cache may keep a public copy but asks each time whether it still is public: what was withdrawn or badly
    // blacked out is gone with the next request.
    'cache-control': file.isPublic ? 'public, no-cache' : 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-disposition': `${disposition}; filename="${file.name}"`,
    // Emails and shared links show public pictures on other sites.
    'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
    'x-robots-tag': 'noindex',
  });
  const { 'if-none-match': known, 'if-range': condition, range: wanted } = request.headers;
  if (known?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))) {
    return reply.status(304).send();
  }
  // A part of another version must not be combined with what the browser has. HEAD is about the whole file.
  const isUsable = request.method === 'GET' && (condition === undefined || condition === etag);
  const range = isUsable ? parseByteRange(wanted, file.bytes) : null;
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${file.bytes}`).send();
  }
  reply.type(file.mediaType);
  const length = range ? range.end - range.start + 1 : file.bytes;
  reply.header('content-length', length);
  if (range) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await storage.open(file.key, range ?? undefined));
}
