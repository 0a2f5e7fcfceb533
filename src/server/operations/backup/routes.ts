import type { FastifyInstance } from 'fastify';
import { markDone } from '#server/platform/db/mark-done.ts';
import type { Deps } from '#server/platform/deps.ts';
import { requireToken } from '#server/platform/http/require-token.ts';

/**
 * Where the machine that copies the backups says that it has, with the token of BACKUP_COPY_TOKEN: nothing else lets the
 * server know.
 */
export function backupRoutes(
  app: FastifyInstance,
  { db, config: { backupCopyToken } }: Deps,
): void {
  if (backupCopyToken === null) return;
  app.post('/api/backups/copied', { config: { access: 'token' } }, async (request, reply) => {
    requireToken(request, reply, { BACKUP_COPY_TOKEN: backupCopyToken });
    await markDone(db, 'backup-copied');
    return reply.code(204).send();
  });
}
