import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ArchiveKeys } from '#server/operations/backup/backup-key.ts';
import { ExplainedError } from '#server/platform/errors.ts';

/* How a backup is made while the server runs: the server makes it, asked through a socket. */

/** The server that uses the data folder does not respond there. */
export class NoAnswerError extends ExplainedError {}

const socketName = 'backup.sock';

/**
 * Lets `npm run backup` reach a server that uses the embedded database, which no other process may open. A client
 * that connects receives a backup, and cannot send anything. Only the server's own user can connect.
 */
export async function serveBackups(
  dataDir: string,
  makeKeys: () => Promise<ArchiveKeys>,
  write: (output: Writable, keys: ArchiveKeys) => Promise<unknown>,
  logger: Logger,
): Promise<Server> {
  const path = join(dataDir, socketName);
  // Left behind by a server that was killed: the data folder's lock proves that no other one is running.
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    answer(socket, makeKeys, write).catch((error) => {
      logger.error({ err: error }, 'The requested backup failed');
      // Disconnects: what has arrived lacks its end, so it cannot be mistaken for a backup.
      socket.destroy();
    });
  });
  // Created with this umask, so that others cannot connect at any moment.
  const mask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(mask);
  }
  server.unref();
  await once(server, 'listening');
  return server;
}

/** First a line with what the client needs to read the archive back, then the archive. */
async function answer(
  socket: Writable,
  makeKeys: () => Promise<ArchiveKeys>,
  write: (output: Writable, keys: ArchiveKeys) => Promise<unknown>,
): Promise<void> {
  const keys = await makeKeys();
  const { check, advice } = keys;
  const sealKey = check.sealKey.toString('base64');
  socket.write(`${JSON.stringify({ identity: check.identity, sealKey, advice })}\n`);
  await write(socket, keys);
}

const firstLine = z.object({ identity: z.string(), sealKey: z.base64(), advice: z.string() });

/** Fetches a backup from the server that uses the data folder. Throws NoAnswerError if it does not respond. */
export async function fetchBackup(
  dataDir: string,
  output: Writable,
): Promise<Pick<ArchiveKeys, 'check' | 'advice'>> {
  const path = join(dataDir, socketName);
  const socket = connectSocket(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    output.destroy();
    throw new NoAnswerError(
      `The server that uses ${dataDir} does not respond at ${path} (${(error as Error).message}). If it is still starting, try again. Run this command as the same user as the server.`,
    );
  }
  let line = Buffer.alloc(0);
  let isInArchive = false;
  await pipeline(
    socket,
    async function* (content: AsyncIterable<Buffer>) {
      for await (const chunk of content) {
        if (isInArchive) {
          yield chunk;
          continue;
        }
        line = Buffer.concat([line, chunk]);
        const end = line.indexOf('\n');
        if (end === -1) continue;
        isInArchive = true;
        yield line.subarray(end + 1);
        line = line.subarray(0, end);
      }
    },
    output,
  );
  const { identity, sealKey, advice } = firstLine.parse(JSON.parse(line.toString()));
  return { check: { identity, sealKey: Buffer.from(sealKey, 'base64') }, advice };
}
