import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { MoveKind, Place } from '#core/ledger.ts';

/** ISO text in UTC when read (see `connect.ts`); ISO text or the default when written. */
type CreatedAt = ColumnType<string, string | undefined, never>;
type Moment = ColumnType<string, string, string>;

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
export interface Schema {
  causes: { id: string; name: string; createdAt: CreatedAt };
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
      'started' | 'paid' | 'cancelled' | 'expired',
      'started' | undefined,
      'paid' | 'cancelled' | 'expired'
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
  };
  donations: DonorDetails & {
    id: string;
    createdAt: CreatedAt;
    paymentIntentId: string;
    causeId: string;
    amountCents: number;
    returnedCents: Generated<number>;
    allocatedCents: Generated<number>;
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
  };
  allocations: {
    id: string;
    donationId: string;
    nominationId: string;
    amountCents: number;
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
}

/** The database, or a transaction on it: what every command and query takes first. */
export type Db = Kysely<Schema>;
/** A transaction: what a function takes that must not run outside one. */
export type Trx = Transaction<Schema>;
