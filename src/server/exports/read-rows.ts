import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ExportList, Source } from '#server/exports/list.ts';
import { withoutTimeLimit } from '#server/platform/db/silence.ts';

// Few enough to hold in memory, many enough that a million rows take two hundred queries.
const pageSize = 5_000;

/**
 * Reads the rows that a filter shows, page by page, without ever holding all of them. A database server reads them as of
 * one moment. The embedded one, which has a single connection, reads each page as of its own: what is added meanwhile is
 * newer than the first row and is left out. Whoever stops early ends the reading.
 */
export async function* readRows(
  source: Source,
  list: ExportList,
  filter: unknown,
): AsyncGenerator<unknown[]> {
  // Which everybody else needs between two pages.
  const hasOneConnection = source.db.getExecutor().adapter.supportsMultipleConnections === false;
  if (hasOneConnection) {
    yield* readPages(source, list, filter);
    return;
  }
  const snapshot = await source.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await sql.raw(withoutTimeLimit).execute(snapshot);
    yield* readPages({ ...source, db: snapshot }, list, filter);
  } finally {
    // Nothing was written. If the connection broke, the failure that ended the reading says so.
    await snapshot
      .rollback()
      .execute()
      .catch(() => {});
  }
}

async function* readPages(
  source: Source,
  list: ExportList,
  filter: unknown,
): AsyncGenerator<unknown[]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list.read(source, filter, { limit: pageSize, cursor });
    yield items;
    cursor = nextCursor ?? undefined;
    // The embedded database responds within the same turn, in which no other call would be answered.
    await nextTurn();
  } while (cursor !== undefined);
}
