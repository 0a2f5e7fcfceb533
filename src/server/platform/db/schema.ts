import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#server/platform/db/generated-schema.ts';

/** The tables of `migrations/`, in camelCase; money columns are whole cents. */
export type Schema = DB;
/** The database, or a transaction on it: what every command and query takes first. */
export type Db = Kysely<Schema>;
/** A transaction: what a function takes that must not run outside one. */
export type Trx = Transaction<Schema>;
