import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/platform/db/generated-schema.ts';

/** The tables of `migrations/`, in camelCase; money columns are whole cents. */
export type Schema = DB;
/** The database, or a transaction on it: the first argument of every command and query. */
export type Db = Kysely<Schema>;
/** A transaction: the argument of a function that must not run outside of one. */
export type Trx = Transaction<Schema>;
