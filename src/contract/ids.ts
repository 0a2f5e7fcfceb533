import { z } from 'zod';

/*
 * Every kind of id is a type of its own, so that the id of a donation where the id of a nomination belongs does not
 * compile. They are all UUIDs: what differs is the type alone.
 */

/** An id made by the server: a UUIDv7, in lower case. "Required" when empty: nothing chosen in a list. */
function idOf<Name extends string>() {
  return z
    .uuid({ error: ({ input }) => (input ? 'Not an id' : 'Required') })
    .toLowerCase()
    .brand<Name, 'inout'>();
}

/** The id of an alert. */
export const alertId = idOf<'AlertId'>();
/** {@link alertId} as a type. */
export type AlertId = z.infer<typeof alertId>;

/** The id of an allocation. */
export const allocationId = idOf<'AllocationId'>();
/** {@link allocationId} as a type. */
export type AllocationId = z.infer<typeof allocationId>;

/** The id of a line of the audit trail. */
export const auditEntryId = idOf<'AuditEntryId'>();
/** {@link auditEntryId} as a type. */
export type AuditEntryId = z.infer<typeof auditEntryId>;

/** The id of a cause. */
export const causeId = idOf<'CauseId'>();
/** {@link causeId} as a type. */
export type CauseId = z.infer<typeof causeId>;

/** The id of a mail that could not be sent. */
export const deadMailId = idOf<'DeadMailId'>();
/** {@link deadMailId} as a type. */
export type DeadMailId = z.infer<typeof deadMailId>;

/** The id of a dispute; the payment provider has an id of its own for it. */
export const disputeId = idOf<'DisputeId'>();
/** {@link disputeId} as a type. */
export type DisputeId = z.infer<typeof disputeId>;

/** The id of a donation, and of its checkout before it is paid. */
export const donationId = idOf<'DonationId'>();
/** {@link donationId} as a type. */
export type DonationId = z.infer<typeof donationId>;

/** The id of an expense. */
export const expenseId = idOf<'ExpenseId'>();
/** {@link expenseId} as a type. */
export type ExpenseId = z.infer<typeof expenseId>;

/** The id of a file, whatever its kind. */
export const fileId = idOf<'FileId'>();
/** {@link fileId} as a type. */
export type FileId = z.infer<typeof fileId>;

/** The id of a nomination; a published need is a nomination. */
export const nominationId = idOf<'NominationId'>();
/** {@link nominationId} as a type. */
export type NominationId = z.infer<typeof nominationId>;

/** The id of a refund; the payment provider has an id of its own for it. */
export const refundId = idOf<'RefundId'>();
/** {@link refundId} as a type. */
export type RefundId = z.infer<typeof refundId>;

/** The id of a session of an administrator. */
export const sessionId = idOf<'SessionId'>();
/** {@link sessionId} as a type. */
export type SessionId = z.infer<typeof sessionId>;

/** The id of an entry in the list of money without proof: of an expense or, before one, of a nomination. */
export const unprovenMoneyId = idOf<'UnprovenMoneyId'>();
/** {@link unprovenMoneyId} as a type. */
export type UnprovenMoneyId = z.infer<typeof unprovenMoneyId>;

/** The id of an update. */
export const updateId = idOf<'UpdateId'>();
/** {@link updateId} as a type. */
export type UpdateId = z.infer<typeof updateId>;

/** The id of an administrator. */
export const userId = idOf<'UserId'>();
/** {@link userId} as a type. */
export type UserId = z.infer<typeof userId>;

/** The id of a job of the queue, and so of the mail that it sends. */
export const jobId = idOf<'JobId'>();
/** {@link jobId} as a type. */
export type JobId = z.infer<typeof jobId>;

/** The id of a ledger entry; no call names one. */
export type LedgerEntryId = string & z.$brand<'LedgerEntryId'>;

/** One of the kinds of ids. */
export type Id =
  | AlertId
  | AllocationId
  | AuditEntryId
  | CauseId
  | DeadMailId
  | DisputeId
  | DonationId
  | ExpenseId
  | FileId
  | JobId
  | LedgerEntryId
  | NominationId
  | RefundId
  | SessionId
  | UnprovenMoneyId
  | UpdateId
  | UserId;

type NameOf<Kind> = Kind extends z.$brand<infer Name> ? Name : never;

/** The id of a subject in the audit trail, which may be anything: it fits wherever an id of one kind is asked for. */
export type SubjectId = string & z.$brand<NameOf<Id>>;
