import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { MoveKind, Place } from '#core/ledger.ts';
import type { CreatedAt, Moment } from '#server/db/column-types.ts';
import type { ProofSchema } from '#server/db/proof-schema.ts';
import type { OutgoingMail } from '#server/platform/mail/mailer.ts';

interface ContactColumns {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
}

/** What a donor typed besides amount and cause. */
export interface DonorDetails extends ContactColumns {
  description: string;
  isAvailableToVolunteerTime: boolean;
}

/** The tables of `migrations/`, in camelCase; money columns are whole cents. */
export interface Schema extends ProofSchema {
  causes: {
    id: string;
    name: string;
    createdAt: CreatedAt;
    /** Kept by triggers; nothing else writes them. */
    donationCount: ColumnType<number, never, never>;
    nominationCount: ColumnType<number, never, never>;
  };
  users: {
    id: string;
    firstName: string;
    lastName: string;
    email: string;
    passwordHash: string | null;
    createdAt: CreatedAt;
  };
  sessions: {
    tokenHash: Buffer;
    userId: string;
    createdAt: CreatedAt;
    lastSeenAt: ColumnType<string, string | undefined, string>;
    expiresAt: Moment;
    id: string;
    browser: string;
    confirmedAt: ColumnType<string, string | undefined, string>;
  };
  accountTokens: {
    tokenHash: Buffer;
    purpose: 'invitation' | 'reset' | 'setup';
    userId: string | null;
    createdAt: CreatedAt;
    expiresAt: Moment;
  };
  checkouts: {
    id: string;
    status: ColumnType<
      'started' | 'pending' | 'paid' | 'cancelled' | 'expired' | 'failed',
      'started' | undefined,
      'pending' | 'paid' | 'cancelled' | 'expired' | 'failed'
    >;
    causeId: string | null;
    amountCents: number;
    details: ColumnType<DonorDetails | null, string, null>;
    provider: string;
    sessionId: string | null;
    url: string | null;
    idempotencyKey: string | null;
    requestHash: string;
    createdAt: CreatedAt;
    expiresAt: Moment;
    endedAt: ColumnType<string | null, never, string | null>;
    attempt: Generated<number>;
  };
  donations: DonorDetails & {
    id: string;
    createdAt: CreatedAt;
    paymentIntentId: string;
    causeId: string;
    amountCents: number;
    returnedCents: Generated<number>;
    allocatedCents: Generated<number>;
    deficitCents: Generated<number>;
  };
  nominations: ContactColumns & {
    id: string;
    createdAt: CreatedAt;
    causeId: string;
    nominee: string;
    description: string;
    isAccepted: Generated<boolean>;
    isRejected: Generated<boolean>;
    isCompleted: Generated<boolean>;
    allocatedCents: Generated<number>;
    spentCents: Generated<number>;
  };
  allocations: {
    id: string;
    donationId: string;
    nominationId: string;
    amountCents: number;
    spentCents: Generated<number>;
    createdAt: CreatedAt;
  };
  ledgerEntries: {
    id: string;
    createdAt: CreatedAt;
    kind: MoveKind;
    donationId: string;
    fromPlace: Place;
    toPlace: Place;
    nominationId: string | null;
    allocationId: string | null;
    spendingId: string | null;
    amountCents: number;
    actor: string;
    cause: string;
    reason: ColumnType<string, string | undefined, never>;
  };
  paymentEvents: {
    provider: string;
    eventId: string;
    type: string;
    checkoutId: string | null;
    outcome: 'booked' | 'noted' | 'ignored' | 'refused';
    note: ColumnType<string, string | undefined, string>;
    receivedAt: CreatedAt;
  };
  idempotencyKeys: {
    key: string;
    scope: string;
    requestHash: string;
    response: ColumnType<unknown, string, never>;
    createdAt: CreatedAt;
  };
  auditEntries: {
    id: string;
    createdAt: CreatedAt;
    actor: string;
    action: string;
    subjectId: string;
    before: ColumnType<Record<string, unknown> | null, string | null, never>;
    after: ColumnType<Record<string, unknown> | null, string | null, never>;
    reason: ColumnType<string, string | undefined, never>;
  };
  alerts: {
    id: string;
    key: string;
    createdAt: CreatedAt;
    title: string;
    message: string;
    path: string;
    settledAt: ColumnType<string | null, never, string>;
    settledBy: ColumnType<string | null, never, string>;
  };
  deadMails: {
    id: string;
    createdAt: CreatedAt;
    /** An `OutgoingMail`; null once it has been decided on. */
    mail: ColumnType<OutgoingMail | null, string, null>;
    error: string;
    tries: number;
    jobId: ColumnType<string | null, string, never>;
    resolvedAt: ColumnType<string | null, never, string>;
  };
  siteSettings: {
    key: string;
    value: ColumnType<unknown, string, string>;
    updatedAt: ColumnType<string, string | undefined, string>;
  };
  resetMails: { userId: string; sentAt: CreatedAt };
  secondFactors: {
    userId: string;
    secret: Buffer;
    createdAt: CreatedAt;
    enabledAt: ColumnType<string | null, never, string>;
    lastStep: Generated<number>;
  };
  recoveryCodes: { codeHash: Buffer; userId: string; createdAt: CreatedAt };
  guessCounters: { key: Buffer; failures: number; expiresAt: Moment };
  knownNetworks: { key: Buffer; expiresAt: Moment };
  callCounts: { name: string; caller: Buffer; calls: number; endsAt: Moment };
  usedProofs: { signature: string; expiresAt: Moment };
  attacks: { kind: 'card-testing'; seenAt: ColumnType<string, string | undefined, string> };
  operationMarks: {
    name: 'probe' | 'ledger-check' | 'backup';
    markedAt: ColumnType<string, never, string>;
    value: number;
  };
  refunds: {
    id: string;
    createdAt: CreatedAt;
    provider: string;
    refundId: string | null;
    paymentIntentId: string;
    donationId: string | null;
    amountCents: number;
    status: 'requested' | 'pending' | 'succeeded' | 'failed';
    bookedCents: Generated<number>;
    requestedBy: string;
    reason: ColumnType<string, string | undefined, never>;
  };
  disputes: {
    id: string;
    createdAt: CreatedAt;
    provider: string;
    disputeId: string;
    paymentIntentId: string;
    donationId: string | null;
    amountCents: number;
    status: 'open' | 'won' | 'lost' | 'closed';
    withdrawnCents: Generated<number>;
    reinstatedCents: Generated<number>;
    bookedWithdrawnCents: Generated<number>;
    bookedReinstatedCents: Generated<number>;
  };
  reconciliations: {
    provider: string;
    finishedAt: Moment;
    compared: number;
    corrected: number;
  };
}

/** The database, or a transaction on it: what every command and query takes first. */
export type Db = Kysely<Schema>;
/** A transaction: what a function takes that must not run outside one. */
export type Trx = Transaction<Schema>;
