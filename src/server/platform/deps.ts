import type { FastifyRequest } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { Session } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/** The services for the routes of every domain; `src/server/app.ts` passes them on. */
export interface Deps {
  db: Db;
  config: Config;
  settings: SettingsStore;
  boss: PgBoss;
  mailer: Mailer;
  vault: Vault;
  storage: FileStorage;
  /** A factor that loosens the limits on public forms. */
  limitFactor: number;
  /** The session that a request belongs to, or null. */
  findSession: (request: FastifyRequest) => Promise<Session | null>;
  /** Whether cents may be moved in a session without a recent confirmation; counts them if so. */
  mayMoveUnproven: (session: Session, cents: number) => Promise<boolean>;
  /** How many connections to the database there are, by what they are doing; absent if there is only one. */
  pool?: () => Record<'busy' | 'idle' | 'waiting', number>;
}
