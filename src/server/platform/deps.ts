import type { FastifyRequest } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import type { ApprovalKind } from '#core/people/approvals.ts';
import type { Right } from '#core/people/rights.ts';
import type { Session, TeamMember } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { ApprovableRequest } from '#server/platform/db/column-types.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { Vault } from '#server/platform/security/vault.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';

/* The services that routes get. */

/** A call that a second person has to approve. */
export interface ApprovableCall {
  kind: ApprovalKind;
  /** Its method and path in the contract. */
  call: string;
  request: ApprovableRequest;
  /** Its Idempotency-Key. */
  key: string | null;
  /** Throws what it would be refused for now. */
  rehearse: () => Promise<void>;
  /** What the second person sees. */
  describe: () => Promise<ApprovalFact[]>;
}

/** What a second person approves: `src/server/people/approvals`. */
export interface Approvals {
  /** Says how a call is made once it is approved, and which right it takes to ask for it. */
  register(
    call: string,
    right: Right,
    run: (
      actor: TeamMember,
      request: ApprovableRequest,
      key: string,
      /** What the second person has seen; null if it may have been done before. */
      seen: ApprovalFact[] | null,
    ) => Promise<unknown>,
  ): void;
  /** Stores a call until somebody approves it. */
  request(actor: TeamMember, call: ApprovableCall): Promise<ApprovalRequested>;
}

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
  /** What a second person approves. */
  approvals: Approvals;
  /** How many connections to the database there are, by what they are doing; absent if there is only one. */
  pool?: () => Record<'busy' | 'idle' | 'waiting', number>;
}
