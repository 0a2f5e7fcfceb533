import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { View } from '#contract/documents.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';

/* Kept pages, and how a change anywhere makes them old. */

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A drawn page, ready to be sent. */
export interface DrawnPage {
  html: string;
  brotli: Buffer;
  /** For browsers without Brotli: made when the first one asks, and then kept with the page. */
  gzip: () => Promise<Buffer>;
  /** The same for the same HTML. */
  etag: string;
}

interface Kept extends DrawnPage {
  /** What the page shows, as a hash. */
  shows: string;
  /** The state of the database at which it was last known to show that. */
  snapshot: string;
  drawnAt: number;
}

/** Some hundred pages, whatever they show. */
const mostBytes = 32 * 1024 * 1024;
/** How long a page is kept, in milliseconds, even if what it shows is the same: it may name the age of something. */
const longestKept = 60_000;

/** Does a work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface PageCacheOptions<Address> {
  readSnapshot: () => Promise<string>;
  /** What there is at an address; null if nothing. */
  readView: (address: Address) => Promise<View | null>;
  draw: (view: View, address: Address) => string | Promise<string>;
}

/**
 * Keeps the pages of visitors without a session by their address, which must name everything on which they depend. A
 * page is as new as the database at the moment of the request: as long as nothing at all has changed there, the kept
 * page is sent; otherwise what it shows is read, and it is drawn again if that differs. Concurrent requests for a page
 * share the work.
 */
export function createPageCache<Address>({
  readSnapshot,
  readView,
  draw,
}: PageCacheOptions<Address>): (address: Address, inTurn: InTurn) => Promise<DrawnPage | null> {
  const pages = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    // With as much again for the copy for browsers without Brotli, which may be made later.
    sizeCalculation: ({ html, brotli }) => html.length * 2 + brotli.length * 2,
  });
  /** The kept page, if it is still right in this state of the database. */
  const keptAt = (key: string, snapshot: string) => {
    const kept = pages.get(key);
    return kept && isYoung(kept) && kept.snapshot === snapshot ? kept : null;
  };
  const renew = sharedRead(async (address: Address) => {
    const key = JSON.stringify(address);
    // Before the data: what changes in between is noticed at the next request.
    const snapshot = await readSnapshot();
    const kept = pages.get(key);
    const view = await readView(address);
    if (view === null) {
      pages.delete(key);
      return null;
    }
    const shows = hash(JSON.stringify(view));
    const page =
      kept && isYoung(kept) && kept.shows === shows
        ? kept
        : { ...(await prepare(await draw(view, address))), shows, drawnAt: Date.now() };
    pages.set(key, { ...page, snapshot });
    return page;
  });
  return async (address, inTurn) => {
    const snapshot = await readSnapshot();
    return keptAt(JSON.stringify(address), snapshot) ?? inTurn(() => renew(address));
  };
}

function isYoung({ drawnAt }: Kept): boolean {
  return Date.now() - drawnAt < longestKept;
}

/** Reads a text that differs after every change in the database, whoever made it. */
export function snapshotReader(db: Db): () => Promise<string> {
  const read = sharedRead(async () => {
    const { rows } = await sql<{ snapshot: string }>`
      select pg_current_snapshot()::text as snapshot`.execute(db);
    return rows[0]?.snapshot ?? '';
  });
  return () => read(null);
}

/** Makes a page ready to be sent. */
export async function prepare(html: string): Promise<DrawnPage> {
  const brotli = await compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  let zipped: Promise<Buffer> | undefined;
  return {
    html,
    brotli,
    gzip: () => {
      zipped ??= compressGzip(html);
      return zipped;
    },
    etag: `W/"${hash(html).slice(0, 22)}"`,
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
