import type { ColumnType } from 'kysely';

/** ISO text in UTC when read (see `connect.ts`); ISO text or the default when written. */
export type CreatedAt = ColumnType<string, string | undefined, never>;
/** A moment that is always written; ISO text both ways. */
export type Moment = ColumnType<string, string, string>;
