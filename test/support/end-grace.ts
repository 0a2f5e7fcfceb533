// For the types it adds to requests, which the browser tests get from nowhere else.
import type {} from '@fastify/cookie';
import { sql } from 'kysely';
import { connectEmbedded } from '#server/platform/db/connect.ts';
import { admin, type Site } from '#test/support/browser.ts';
import { type ServerProcess, startServerProcess } from '#test/support/server-process.ts';

/**
 * Starts a site again as if ten minutes had passed: no decision can be undone anymore, and their mails leave. `running`
 * is the process that serves it now; the caller stops the one that is returned.
 */
export async function startPastGrace(
  { url, dataDir }: Site,
  running: ServerProcess,
): Promise<ServerProcess> {
  await running.stop();
  const { db, close } = await connectEmbedded(dataDir);
  await sql`update nomination_decisions set undoable_until = now()
    where undone_at is null and undoable_until > now()`.execute(db);
  await sql`update pgboss.job set start_after = now()
    where name = 'mail' and state = 'created' and data ? 'decisionId'`.execute(db);
  await close();
  return startServerProcess({
    TRUST_PROXY: '127.0.0.1',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
  });
}
