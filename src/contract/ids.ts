import { z } from 'zod';

/*
 * Every kind of id has its own type, so that code which passes a donation's id as a nomination's does not compile.
 * All of them are UUIDs; only the types differ. Text becomes an id in three ways: a schema of this file checks it,
 * `newId<DonationId>()` makes it, or `readId` of the web application takes it from the address for a call. Rows of SQL
 * written by hand name the kinds themselves.
 */

/** An id made by the server: a UUIDv7, in lower case. "Required" when empty, as when nothing is chosen in a list. */
function idOf<Name extends string>() {
  return z
    .uuid({ error: ({ input }) => (input ? 'Not an id' : 'Required') })
    .toLowerCase()
    .brand<Name, 'inout'>();
}

/** The id of an alert. */
export const alertId = idOf<'AlertId'>();
export type AlertId = z.infer<typeof alertId>;

/** The id of an allocation. */
export const allocationId = idOf<'AllocationId'>();
export type AllocationId = z.infer<typeof allocationId>;

/** The id of one version of an answer. */
export const answerId = idOf<'AnswerId'>();
export type AnswerId = z.infer<typeof answerId>;

/** The id of a donation in kind. */
export const inKindDonationId = idOf<'InKindDonationId'>();
export type InKindDonationId = z.infer<typeof inKindDonationId>;

/** The id of an entry of the operations book. */
export const operationsEntryId = idOf<'OperationsEntryId'>();
export type OperationsEntryId = z.infer<typeof operationsEntryId>;

/** The id of a request that a second person approves. */
export const approvalId = idOf<'ApprovalId'>();
export type ApprovalId = z.infer<typeof approvalId>;

/** The id of an entry of the audit trail. */
export const auditEntryId = idOf<'AuditEntryId'>();
export type AuditEntryId = z.infer<typeof auditEntryId>;

/** The id of a bank account. */
export const bankAccountId = idOf<'BankAccountId'>();
export type BankAccountId = z.infer<typeof bankAccountId>;

/** The id of a line of a bank account. */
export const bankLineId = idOf<'BankLineId'>();
export type BankLineId = z.infer<typeof bankLineId>;

/** The id of what a line of a bank account was matched with. */
export const bankMatchId = idOf<'BankMatchId'>();
export type BankMatchId = z.infer<typeof bankMatchId>;

/** The id of a bank statement. */
export const bankStatementId = idOf<'BankStatementId'>();
export type BankStatementId = z.infer<typeof bankStatementId>;

/** The id of a cause. */
export const causeId = idOf<'CauseId'>();
export type CauseId = z.infer<typeof causeId>;

/** The id of a mail that could not be sent. */
export const deadMailId = idOf<'DeadMailId'>();
export type DeadMailId = z.infer<typeof deadMailId>;

/** The id of a deposit. */
export const depositId = idOf<'DepositId'>();
export type DepositId = z.infer<typeof depositId>;

/** The id of a line of a deposit. */
export const depositLineId = idOf<'DepositLineId'>();
export type DepositLineId = z.infer<typeof depositLineId>;

/** The id of a decision about a nomination. */
export const decisionId = idOf<'DecisionId'>();
export type DecisionId = z.infer<typeof decisionId>;

/** The id of a bank transfer that a donor announced. */
export const expectedTransferId = idOf<'ExpectedTransferId'>();
export type ExpectedTransferId = z.infer<typeof expectedTransferId>;

/** The id of a dispute; the payment provider has a different one. */
export const disputeId = idOf<'DisputeId'>();
export type DisputeId = z.infer<typeof disputeId>;

/** The id of a donation, and of its checkout before it is paid. */
export const donationId = idOf<'DonationId'>();
export type DonationId = z.infer<typeof donationId>;

/** The id of a receipt that a donor got for a donation. */
export const donationReceiptId = idOf<'DonationReceiptId'>();
export type DonationReceiptId = z.infer<typeof donationReceiptId>;

/** The id of an expense. */
export const expenseId = idOf<'ExpenseId'>();
export type ExpenseId = z.infer<typeof expenseId>;

/** The id of an export. */
export const exportId = idOf<'ExportId'>();
export type ExportId = z.infer<typeof exportId>;

/** The id of a file, whatever its kind. */
export const fileId = idOf<'FileId'>();
export type FileId = z.infer<typeof fileId>;

/** The id of a Gift Aid claim. */
export const giftAidClaimId = idOf<'GiftAidClaimId'>();
export type GiftAidClaimId = z.infer<typeof giftAidClaimId>;

/** The id of a Gift Aid declaration. */
export const giftAidDeclarationId = idOf<'GiftAidDeclarationId'>();
export type GiftAidDeclarationId = z.infer<typeof giftAidDeclarationId>;

/** The id of an import of donations. */
export const importId = idOf<'ImportId'>();
export type ImportId = z.infer<typeof importId>;

/** The id of a nomination; a published need is a nomination. */
export const nominationId = idOf<'NominationId'>();
export type NominationId = z.infer<typeof nominationId>;

/** The id of a donor. */
export const donorId = idOf<'DonorId'>();
export type DonorId = z.infer<typeof donorId>;

/** The id of a correction of a donor, or of a join of two records. */
export const donorChangeId = idOf<'DonorChangeId'>();
export type DonorChangeId = z.infer<typeof donorChangeId>;

/** The id of a note about a donor. */
export const donorNoteId = idOf<'DonorNoteId'>();
export type DonorNoteId = z.infer<typeof donorNoteId>;

/** The id of an email to many donors. */
export const donorMailingId = idOf<'DonorMailingId'>();
export type DonorMailingId = z.infer<typeof donorMailingId>;

/** The id of a point of a checklist, the same in each of its versions. */
export const checklistPointId = idOf<'ChecklistPointId'>();
export type ChecklistPointId = z.infer<typeof checklistPointId>;

/** The id of a version of a checklist; no call uses one. */
export type ChecklistVersionId = string & z.$brand<'ChecklistVersionId'>;

/** The id of a correction of a nomination. */
export const nominationCorrectionId = idOf<'NominationCorrectionId'>();
export type NominationCorrectionId = z.infer<typeof nominationCorrectionId>;

/** The id of a note about a nomination. */
export const nominationNoteId = idOf<'NominationNoteId'>();
export type NominationNoteId = z.infer<typeof nominationNoteId>;

/** The id of a version of a recommendation; no call uses one. */
export type ReviewId = string & z.$brand<'ReviewId'>;

/** The id of a question to a nominator. */
export const questionId = idOf<'QuestionId'>();
export type QuestionId = z.infer<typeof questionId>;

/** The id of a recurring donation: that of the checkout that it began with. */
export const planId = idOf<'DonationId'>();
export type PlanId = DonationId;

/** The id of something that happened to a recurring donation. */
export type PlanEventId = string & z.$brand<'PlanEventId'>;

/** The id of a move of recurring donations to another cause; no call uses one. */
export type PlanMoveId = string & z.$brand<'PlanMoveId'>;

/** The id of a passkey of a person; browsers have a different one. */
export const passkeyId = idOf<'PasskeyId'>();
export type PasskeyId = z.infer<typeof passkeyId>;

/** The id of a refund; the payment provider has a different one. */
export const refundId = idOf<'RefundId'>();
export type RefundId = z.infer<typeof refundId>;

/** The id of a session of an administrator. */
export const sessionId = idOf<'SessionId'>();
export type SessionId = z.infer<typeof sessionId>;

/** The id of an entry in the list of money without proof: of an expense or, while nothing is spent, of a nomination. */
export const unprovenMoneyId = idOf<'UnprovenMoneyId'>();
export type UnprovenMoneyId = z.infer<typeof unprovenMoneyId>;

/** The id of a version of the settings. */
export const settingsVersionId = idOf<'SettingsVersionId'>();
export type SettingsVersionId = z.infer<typeof settingsVersionId>;

/** The id of statements of a period that were mailed to everybody who gave in it. */
export const statementMailingId = idOf<'StatementMailingId'>();
export type StatementMailingId = z.infer<typeof statementMailingId>;

/** The id of an update. */
export const updateId = idOf<'UpdateId'>();
export type UpdateId = z.infer<typeof updateId>;

/** The id of an administrator. */
export const userId = idOf<'UserId'>();
export type UserId = z.infer<typeof userId>;

/** The id of an offer of time. */
export const volunteerOfferId = idOf<'VolunteerOfferId'>();
export type VolunteerOfferId = z.infer<typeof volunteerOfferId>;

/** The id of an entry of hours that a volunteer worked. */
export const volunteerHoursId = idOf<'VolunteerHoursId'>();
export type VolunteerHoursId = z.infer<typeof volunteerHoursId>;

/** The id of thanks that were mailed to a volunteer. */
export const volunteerThanksId = idOf<'VolunteerThanksId'>();
export type VolunteerThanksId = z.infer<typeof volunteerThanksId>;

/** The id of a donation that somebody is expected to make. */
export const expectedDonationId = idOf<'ExpectedDonationId'>();
export type ExpectedDonationId = z.infer<typeof expectedDonationId>;

/** The id of a job of the queue, and of the mail that it sends. */
export const jobId = idOf<'JobId'>();
export type JobId = z.infer<typeof jobId>;

/** The id of an appeal against a rejection. */
export const appealId = idOf<'AppealId'>();
export type AppealId = z.infer<typeof appealId>;

/** The id of what a nominee said about being helped. */
export const consentId = idOf<'ConsentId'>();
export type ConsentId = z.infer<typeof consentId>;

/** The id of what a nominee wants to be corrected. */
export const consentCorrectionId = idOf<'ConsentCorrectionId'>();
export type ConsentCorrectionId = z.infer<typeof consentCorrectionId>;

/** The id of a request for the consent of a nominee. */
export const consentRequestId = idOf<'ConsentRequestId'>();
export type ConsentRequestId = z.infer<typeof consentRequestId>;

/** The id of an erasure; no call uses one. */
export type ErasureId = string & z.$brand<'ErasureId'>;

/** The id of a ledger entry; no call uses one. */
export type LedgerEntryId = string & z.$brand<'LedgerEntryId'>;

/** The id of the lock of a month. */
export const monthLockId = idOf<'MonthLockId'>();
export type MonthLockId = z.infer<typeof monthLockId>;

/** The id of a change that people are told of and can object to. */
export const sensitiveChangeId = idOf<'SensitiveChangeId'>();
export type SensitiveChangeId = z.infer<typeof sensitiveChangeId>;

/** One of the kinds of ids. */
export type Id =
  | AlertId
  | GiftAidClaimId
  | GiftAidDeclarationId
  | ApprovalId
  | AllocationId
  | AnswerId
  | AppealId
  | AuditEntryId
  | BankAccountId
  | BankLineId
  | ExpectedTransferId
  | BankMatchId
  | BankStatementId
  | CauseId
  | ChecklistPointId
  | ChecklistVersionId
  | ConsentCorrectionId
  | ConsentId
  | ConsentRequestId
  | DeadMailId
  | DecisionId
  | DepositId
  | DepositLineId
  | DisputeId
  | DonationId
  | DonationReceiptId
  | DonorChangeId
  | DonorId
  | DonorMailingId
  | DonorNoteId
  | ErasureId
  | ExpenseId
  | ExportId
  | FileId
  | ImportId
  | JobId
  | LedgerEntryId
  | MonthLockId
  | NominationId
  | NominationCorrectionId
  | NominationNoteId
  | QuestionId
  | PasskeyId
  | PlanEventId
  | PlanMoveId
  | RefundId
  | ReviewId
  | SensitiveChangeId
  | SessionId
  | SettingsVersionId
  | StatementMailingId
  | UnprovenMoneyId
  | UpdateId
  | UserId
  | VolunteerHoursId
  | OperationsEntryId
  | VolunteerOfferId
  | ExpectedDonationId
  | VolunteerThanksId
  | InKindDonationId;

type NameOf<Kind> = Kind extends z.$brand<infer Name> ? Name : never;

/** The id of a subject in the audit trail, which may be of any kind: it fits wherever a specific kind is required. */
export type SubjectId = string & z.$brand<NameOf<Id>>;
