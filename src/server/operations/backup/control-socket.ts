import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect as connectSocket, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';

/** The server has the data folder, but does not answer there. */
export class NoAnswerError extends Error {}

const socketName = 'backup.sock';

/**
 * Lets `npm run backup` reach a server that has the embedded database, which nobody else may open. Whoever
 * connects is sent a backup, and nothing can be said to it. Only the server's own user can connect.
 */
export async function serveBackups(
  dataDir: string,
  write: (output: Writable) => Promise<void>,
  logger: Logger,
): Promise<Server> {
  const path = join(dataDir, socketName);
  // Left by a server that was killed: the data folder's lock says that no other one is there.
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    write(socket).catch((error) => {
      logger.error({ err: error }, 'The backup that was asked for failed');
      // Cut off: what has arrived lacks its end, so it cannot be taken for a backup.
      socket.destroy();
    });
  });
  // Bound with this mask, so that there is no moment in which others may connect.
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

/** Fetches a backup from the server that has the data folder. Throws NoAnswerError when it does not answer. */
export async function fetchBackup(dataDir: string, output: Writable): Promise<void> {
  const path = join(dataDir, socketName);
  const socket = connectSocket(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    output.destroy();
    throw new NoAnswerError(
      `The server that uses ${dataDir} does not answer at ${path} (${(error as Error).message}). If it is just starting, try again; run this command as the user that the server runs as.`,
    );
  }
  await pipeline(socket, output);
}
