// Written by `npm run schema` from the migrations. Change those, never this file.

import type { AlertId, AllocationId, AnswerId, AppealId, ApprovalId, AuditEntryId, BankAccountId, BankLineId, BankMatchId, BankStatementId, CauseId, ChecklistPointId, ChecklistVersionId, ConsentCorrectionId, ConsentId, ConsentRequestId, DeadMailId, DecisionId, DepositId, DepositLineId, DisputeId, DonationId, DonationReceiptId, DonorChangeId, DonorId, DonorMailingId, DonorNoteId, ErasureId, ExpectedDonationId, ExpectedTransferId, ExpenseId, ExportId, FileId, GiftAidClaimId, GiftAidDeclarationId, ImportId, InKindDonationId, JobId, LedgerEntryId, MonthLockId, NominationCorrectionId, NominationId, NominationNoteId, OperationsEntryId, PasskeyId, PlanEventId, PlanMoveId, QuestionId, RefundId, ReviewId, SensitiveChangeId, SessionId, SettingsVersionId, StatementMailingId, UpdateId, UserId, VolunteerHoursId, VolunteerOfferId, VolunteerThanksId } from "#contract/ids.ts";
import type { MoveKind, Place } from "#core/ledger/ledger.ts";
import type { AgreementJson, ApprovalFactsJson, ApprovalRequestJson, AuditJson, ChainHash, ChecklistPointsJson, Counted, CsvMappingJson, CsvTitlesJson, DetailsJson, ExportedList, ExportFilterJson, FeePartsJson, ImportCausesJson, ImportedDonationJson, ImportGuessJson, ImportMappingJson, ImportTitlesJson, ImportWordsJson, KeptFlag, KeptMoment, KeptOfDonorJson, KeptText, MailJson, OperationName, Permanent, PermanentDay, PlanDetailsJson, PrintedDocumentJson, ReceiptProfile, RedactionsJson, RefusalJson, Renewed, ResponseJson, Rights, Roles, SetLater, SettingJson, SettingsJson, TestAllocationsJson, WishesJson } from "#server/platform/db/column-types.ts";
import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Numeric = ColumnType<string, number | string, number | string>;

export interface AccountTokens {
  createdAt: Permanent;
  expiresAt: string;
  purpose: "invitation" | "reset" | "setup" | "agree-address" | "confirm-address" | "stop-address";
  tokenHash: Buffer;
  userId: UserId | null;
}

export interface AddressChanges {
  createdAt: Permanent;
  email: string;
  expiresAt: string;
  isAgreed: boolean;
  isConfirmed: Generated<boolean>;
  requestedBy: UserId | null;
  userId: UserId;
}

export interface Alerts {
  announcedAt: SetLater;
  createdAt: Permanent;
  endAnnouncedAt: SetLater;
  id: AlertId;
  key: string;
  message: string;
  path: string;
  settledAt: SetLater;
  settledBy: SetLater;
  title: string;
}

export interface Allocations {
  amountCents: number;
  createdAt: Permanent;
  currency: Generated<string>;
  donationId: DonationId;
  id: AllocationId;
  nominationId: NominationId;
  spentCents: Generated<number>;
}

export interface AnswerFiles {
  answerId: AnswerId;
  fileId: FileId;
  position: number;
}

export interface Answers {
  createdAt: Permanent;
  id: AnswerId;
  questionId: QuestionId;
  text: string;
  version: number;
}

export interface AppealFiles {
  appealId: AppealId;
  fileId: FileId;
  position: number;
}

export interface Appeals {
  createdAt: Permanent;
  decidedAt: SetLater;
  decidedBy: UserId | null;
  decisionId: DecisionId;
  id: AppealId;
  nominationId: NominationId;
  outcome: "accepted" | "upheld" | null;
  outcomeDecisionId: DecisionId | null;
  text: string;
}

export interface Approvals {
  answer: SetLater;
  call: string;
  createdAt: Permanent;
  decidedAt: string | null;
  decidedBy: UserId | null;
  expiresAt: string;
  facts: ApprovalFactsJson;
  fingerprint: string;
  id: ApprovalId;
  isEndTold: Generated<boolean>;
  kind: "allocation" | "spending" | "refund" | "cause" | "cause_name" | "deposit" | "top_up" | "bank_account" | "bank_line" | "bank_statement" | "month" | "import" | "mailing" | "owner" | "settings";
  remindersSent: Generated<number>;
  request: ApprovalRequestJson;
  requestedBy: UserId;
  requestKey: string | null;
  status: Generated<"open" | "approving" | "approved" | "declined" | "withdrawn" | "refused">;
}

export interface Attacks {
  kind: "card-testing";
  seenAt: Generated<string>;
}

export interface AuditEntries {
  action: string;
  actor: string;
  after: AuditJson;
  before: AuditJson;
  createdAt: Permanent;
  id: AuditEntryId;
  reason: Permanent;
  subjectId: string;
}

export interface BalanceTransactions {
  amountCents: number;
  arrivesOn: string | null;
  category: string;
  createdAt: Permanent;
  currency: string;
  exchangeRate: Numeric | null;
  feeCents: number;
  feeParts: FeePartsJson;
  id: string;
  isReal: boolean;
  lateAt: string | null;
  netCents: number;
  paymentIntentId: string | null;
  payoutId: string | null;
  provider: string;
  type: string;
}

export interface BankAccounts {
  createdAt: Permanent;
  csvMapping: CsvMappingJson;
  csvTitles: CsvTitlesJson;
  currency: Generated<string>;
  id: BankAccountId;
  isClosed: Generated<boolean>;
  name: string;
  number: string | null;
}

export interface BankLines {
  accountId: BankAccountId;
  bookedOn: string;
  cents: number;
  counterparty: string;
  counterpartyAccount: string;
  id: BankLineId;
  identity: string;
  isReversal: boolean;
  searched: KeptText;
  statementId: BankStatementId;
  text: string;
  valueOn: string | null;
}

export interface BankMatches {
  cents: number;
  createdAt: Permanent;
  depositId: DepositId | null;
  donationId: DonationId | null;
  expenseId: ExpenseId | null;
  id: BankMatchId;
  kind: "payout" | "deposit" | "donation" | "expense" | "fee" | "transfer" | "ignored";
  lineId: BankLineId;
  matchedBy: UserId;
  operationsEntryId: OperationsEntryId | null;
  otherLineId: BankLineId | null;
  payoutMoveId: string | null;
  reason: string | null;
}

export interface BankStatements {
  accountId: BankAccountId;
  closingCents: number;
  createdAt: Permanent;
  fileName: string;
  firstDay: string;
  format: "camt" | "ofx" | "csv";
  id: BankStatementId;
  importedBy: UserId;
  lastDay: string;
  openingCents: number;
  position: number;
  sha256: string;
}

export interface BlockedMailboxes {
  createdAt: Permanent;
  mailboxHash: Buffer;
}

export interface Books {
  currency: Generated<string>;
  id: Generated<boolean>;
  isReal: boolean;
}

export interface CallCounts {
  caller: Buffer;
  calls: number;
  endsAt: string;
  name: string;
}

export interface Causes {
  causeDescription: Generated<string>;
  causePlace: number | null;
  causeRevision: Generated<number>;
  causeState: Generated<"open" | "hidden" | "closed">;
  createdAt: Permanent;
  donationCount: Counted;
  id: CauseId;
  isForRunningCosts: Generated<boolean>;
  name: string;
  nominationCount: Counted;
  plansToId: CauseId | null;
}

export interface CauseTotals {
  allocatedCents: Counted;
  causeId: CauseId;
  deficitCents: Counted;
  givenCents: Counted;
  provenCents: Counted;
  returnedCents: Counted;
  spentBeforeCents: Counted;
  spentCents: Counted;
  visibleUnspentCents: Counted;
}

export interface ChangeNotices {
  changeId: SensitiveChangeId;
  email: string;
  endedAt: SetLater;
  madeIt: boolean;
  name: string;
  objectedAt: SetLater;
  tokenHash: Buffer;
  userId: UserId;
}

export interface ChecklistPoints {
  changedAt: string | null;
  changedBy: UserId | null;
  fileId: FileId | null;
  isOnList: Generated<boolean>;
  isRequired: boolean;
  nominationId: NominationId;
  pointId: ChecklistPointId;
  position: number;
  proof: Generated<string>;
  revision: Generated<number>;
  state: Generated<"not_started" | "in_progress" | "done" | "not_applicable">;
  text: string;
}

export interface Checklists {
  kind: "person" | "organization" | "need";
  nominationId: NominationId;
  version: number;
}

export interface ChecklistVersions {
  actor: string;
  createdAt: Permanent;
  id: ChecklistVersionId;
  kind: "person" | "organization" | "need";
  points: ChecklistPointsJson;
  version: number;
}

export interface Checkouts {
  amountCents: number;
  attempt: Generated<number>;
  boundDays: number | null;
  boundTo: NominationId | null;
  causeId: CauseId | null;
  coverCents: Generated<number>;
  createdAt: Permanent;
  currency: Generated<string>;
  details: DetailsJson;
  endedAt: string | null;
  expiresAt: string;
  id: DonationId;
  idempotencyKey: string | null;
  isAnonymous: Generated<boolean>;
  isReal: boolean;
  network: Buffer | null;
  provider: string;
  requestHash: string;
  sessionId: string | null;
  status: Generated<"started" | "pending" | "paid" | "cancelled" | "expired" | "failed" | "adopted">;
  url: string | null;
  wishes: WishesJson;
}

export interface Conflicts {
  createdAt: Permanent;
  nominationId: NominationId;
  reason: string;
  userId: UserId;
}

export interface ConsentCorrections {
  createdAt: Permanent;
  id: ConsentCorrectionId;
  nominationId: NominationId;
  settledAt: SetLater;
  text: string;
}

export interface ConsentLinks {
  createdAt: Permanent;
  requestId: ConsentRequestId;
  tokenHash: Buffer;
}

export interface ConsentRequests {
  answeredAt: SetLater;
  askedAs: "self" | "guardian" | "representative";
  askedBy: UserId;
  channel: "email" | "text" | "letter";
  codeHash: Buffer | null;
  createdAt: Permanent;
  endedAt: SetLater;
  id: ConsentRequestId;
  nominationId: NominationId;
}

export interface ConsentRule {
  isOnly: Generated<boolean>;
  isRequired: boolean;
}

export interface Consents {
  answer: "given" | "declined";
  endedAt: SetLater;
  endsAt: string | null;
  endsOn: string | null;
  fileId: FileId | null;
  givenAt: Generated<string>;
  givenBy: string;
  id: ConsentId;
  method: "link" | "code" | "paper" | "told";
  nominationId: NominationId;
  position: number;
  recordedBy: UserId | null;
  relation: "self" | "guardian" | "representative";
  relationText: Generated<string>;
  remindedAt: SetLater;
  showsName: boolean;
  showsPhotos: boolean;
  showsStory: boolean;
  withdrawnAt: SetLater;
}

export interface DeadMails {
  createdAt: Permanent;
  error: string;
  id: DeadMailId;
  jobId: JobId | null;
  mail: MailJson;
  resolvedAt: SetLater;
  tries: number;
}

export interface Dedications {
  bouncedAt: string | null;
  createdAt: Permanent;
  donationId: DonationId;
  dueAt: string | null;
  honoree: string;
  kind: "honor" | "memory";
  mailboxHash: Buffer | null;
  mailId: JobId | null;
  message: Generated<string>;
  network: Buffer | null;
  recipientEmail: string | null;
  recipientName: string | null;
  sendOn: string | null;
  sentAt: string | null;
  stoppedWhy: "returned" | "blocked" | "erased" | null;
  tellsName: Generated<boolean>;
  tokenHash: Buffer | null;
}

export interface DepositLines {
  bankLineId: BankLineId | null;
  causeId: CauseId;
  cents: number;
  checkNumber: string;
  depositId: DepositId;
  donationId: DonationId | null;
  email: string;
  expectedTransferId: ExpectedTransferId | null;
  firstName: string;
  id: DepositLineId;
  kind: "check" | "cash" | "transfer" | "other";
  lastName: string;
  note: string;
  position: number;
  receivedOn: string;
  returnedAs: "reversal" | "bounce" | null;
  returnedAt: string | null;
  returnedBy: UserId | null;
  returnedReason: string | null;
}

export interface Deposits {
  closedAt: string | null;
  closedBy: UserId | null;
  confirmedAt: string | null;
  confirmedBy: UserId | null;
  countedBy: UserId;
  createdAt: Permanent;
  currency: Generated<string>;
  expectedCents: number;
  expectedCount: number;
  id: DepositId;
  isConfirmedAlone: Generated<boolean>;
  revision: Generated<number>;
  sentBackAt: string | null;
  sentBackBy: UserId | null;
  sentBackReason: string | null;
  state: Generated<"open" | "closed" | "confirmed">;
  title: string;
}

export interface DiscardedFiles {
  discardedAt: Permanent;
  key: string;
}

export interface Disputes {
  amountCents: number;
  bookedReinstatedCents: Generated<number>;
  bookedWithdrawnCents: Generated<number>;
  coverCents: Generated<number>;
  createdAt: Permanent;
  currency: Generated<string>;
  disputeId: string;
  donationId: DonationId | null;
  id: DisputeId;
  paymentIntentId: string;
  provider: string;
  reinstatedCents: Generated<number>;
  status: "open" | "won" | "lost" | "closed";
  withdrawnCents: Generated<number>;
}

export interface DonationGoods {
  description: string;
  donationId: DonationId;
  setAt: Generated<string>;
  setBy: string;
  valueCents: number;
}

export interface DonationLinks {
  createdAt: Permanent;
  donationId: DonationId;
  isViewOnly: boolean;
  tokenHash: Buffer;
}

export interface DonationReceipts {
  amountCents: number | null;
  copiedAt: string | null;
  copyBytes: number | null;
  copyKey: string | null;
  copySha256: string | null;
  createdAt: Permanent;
  document: PrintedDocumentJson;
  donationId: DonationId | null;
  donorAddress: string;
  donorName: string;
  endedAt: string | null;
  endedBy: string | null;
  endReason: string | null;
  goodsCents: number;
  id: DonationReceiptId;
  inKindId: InKindDonationId | null;
  issuedBy: string;
  issuedOn: PermanentDay;
  number: string;
  pdfBytes: number | null;
  pdfKey: string | null;
  pdfSha256: string | null;
  profile: ReceiptProfile;
  receivedOn: PermanentDay;
  replaces: DonationReceiptId | null;
  serial: number;
  state: Generated<"issued" | "void" | "replaced">;
  year: number;
}

export interface DonationReceiptYears {
  lastSerial: number;
  year: number;
}

export interface Donations {
  allocatedCents: Generated<number>;
  amountCents: number;
  boundTo: NominationId | null;
  boundUntil: string | null;
  causeId: CauseId;
  checkoutId: DonationId | null;
  coverCents: Generated<number>;
  createdAt: Permanent;
  currency: Generated<string>;
  deficitCents: Generated<number>;
  description: string;
  donorId: DonorId;
  email: string | null;
  firstName: string | null;
  id: DonationId;
  invoiceId: string | null;
  isAnonymous: Generated<boolean>;
  isAvailableToVolunteerTime: boolean;
  isReal: boolean;
  lastName: string | null;
  paymentIntentId: string | null;
  phone: string | null;
  planId: DonationId | null;
  postalAddress: Generated<string>;
  provider: string | null;
  receivedOn: string;
  releasedFromBoundAt: string | null;
  releasedFromBoundWhy: "completed" | "did_not_work_out" | "withdrawn" | "unpublished" | "goal_reached" | "cause_changed" | "time" | null;
  returnedCents: Generated<number>;
  source: "online" | "renewal" | "offline" | "import";
  spentBeforeCents: Generated<number>;
  zip: string | null;
}

export interface DonorChangeLinks {
  changeId: DonorChangeId;
  createdAt: Permanent;
  tokenHash: Buffer;
}

export interface DonorChanges {
  confirmedAt: string | null;
  createdAt: Permanent;
  donorId: DonorId;
  email: string | null;
  firstName: string;
  id: DonorChangeId;
  isTold: boolean;
  kept: KeptOfDonorJson;
  kind: "correction" | "join";
  lastName: string;
  madeBy: UserId;
  objectedAt: string | null;
  otherId: DonorId | null;
  takenBackAt: string | null;
}

export interface DonorLinks {
  createdAt: Permanent;
  email: string;
  expiresAt: string;
  tokenHash: Buffer;
}

export interface DonorMailingRecipients {
  donorId: DonorId;
  id: JobId;
  leftOutAt: SetLater;
  mailingId: DonorMailingId;
  queuedAt: string | null;
}

export interface DonorMailings {
  createdAt: Permanent;
  createdBy: UserId;
  id: DonorMailingId;
  leavesAt: string;
  stoppedAt: SetLater;
  stoppedBy: UserId | null;
  subject: string;
  text: string;
}

export interface DonorMails {
  createdAt: Permanent;
  donorId: DonorId;
  jobId: JobId;
  leftAt: SetLater;
  recipient: string;
  subject: string;
}

export interface DonorNotes {
  changedAt: SetLater;
  createdAt: Permanent;
  createdBy: UserId;
  donorId: DonorId;
  id: DonorNoteId;
  text: string;
}

export interface Donors {
  addressChangedAt: string | null;
  createdAt: Permanent;
  email: string | null;
  erasedAt: string | null;
  firstName: string;
  formerly: Generated<string>;
  id: DonorId;
  joinedInto: DonorId | null;
  lastDonationAt: Generated<string>;
  lastName: string;
  postalAddress: Generated<string>;
  searched: KeptText;
}

export interface Erasures {
  addresses: string[];
  createdAt: Permanent;
  donors: string[];
  filedAt: SetLater;
  id: ErasureId;
  nominations: string[];
  reason: "request" | "age";
}

export interface ExpectedDonations {
  adviserEmail: string | null;
  adviserName: string | null;
  changedAt: Generated<string>;
  createdAt: Permanent;
  donationId: DonationId | null;
  expectedCents: number | null;
  id: ExpectedDonationId;
  kind: "employer" | "fund";
  note: Generated<string>;
  organization: string;
  paidDonationId: DonationId | null;
  state: Generated<"claimed" | "confirmed" | "paid" | "refused" | "expired">;
  thankedAt: string | null;
}

export interface ExpectedTransfers {
  amountCents: number;
  causeId: CauseId;
  createdAt: Permanent;
  currency: Generated<string>;
  email: string;
  firstName: string;
  id: ExpectedTransferId;
  lastName: string;
  reference: string;
}

export interface ExpenseReceipts {
  expenseId: ExpenseId;
  fileId: FileId;
}

export interface Expenses {
  amountCents: number;
  createdAt: Permanent;
  currency: Generated<string>;
  expenseRevision: Generated<number>;
  id: ExpenseId;
  isProven: KeptFlag;
  nominationId: NominationId;
  paidOn: string;
  payee: string;
  paysCardCosts: Generated<boolean>;
  provenAt: KeptMoment;
  purpose: string;
  receiptKind: "vendor_receipt" | "statement" | "organiser_note";
  searched: KeptText;
  undoneAt: SetLater;
  undoneReason: SetLater;
  undoneReceipts: Generated<string[]>;
}

export interface Exports {
  bytes: number | null;
  columns: string[];
  createdAt: Permanent;
  expiresAt: string | null;
  filter: ExportFilterJson;
  format: "csv" | "xlsx";
  id: ExportId;
  list: ExportedList;
  openedUntil: string | null;
  requestedBy: UserId;
  rowCount: number;
  sha256: string | null;
  state: "direct" | "waiting" | "ready" | "failed" | "deleted";
  storageKey: string | null;
}

export interface FileChunks {
  bytes: number;
  fileId: FileId;
  key: string;
  startByte: number;
}

export interface FileCopies {
  bytes: number;
  fileId: FileId;
  height: number | null;
  key: string;
  mediaType: string;
  page: number;
  role: "page" | "public";
  sha256: string;
  width: number | null;
}

export interface Files {
  alternativeText: Generated<string>;
  bytes: number;
  caption: Generated<string>;
  consentBy: Generated<string>;
  consentScope: Generated<string>;
  consentUntil: string | null;
  consentWithdrawnAt: string | null;
  createdAt: Permanent;
  createdBy: UserId | null;
  durationSeconds: number | null;
  failure: Generated<string>;
  height: number | null;
  id: FileId;
  isPublished: Generated<boolean>;
  kind: "receipt" | "photo" | "video" | "paper";
  mediaType: string | null;
  nominationId: NominationId;
  originalKey: string | null;
  originalName: string | null;
  redactions: RedactionsJson;
  revision: Generated<number>;
  sha256: string | null;
  state: Generated<"uploading" | "processing" | "ready" | "failed">;
  stillOf: FileId | null;
  uploadedBytes: Generated<number>;
  width: number | null;
}

export interface FirstStepsDone {
  actor: string;
  createdAt: Permanent;
  step: string;
}

export interface Followers {
  confirmedAt: SetLater;
  email: string;
  nominationId: NominationId;
  requestedAt: Renewed;
  tokenHash: Buffer;
}

export interface FormerUsers {
  firstName: string;
  id: UserId;
  lastName: string;
  leftOn: PermanentDay;
}

export interface GiftAidClaimLines {
  amountCents: number;
  claimId: GiftAidClaimId;
  declarationId: GiftAidDeclarationId | null;
  donationId: DonationId;
}

export interface GiftAidClaims {
  claimedBy: UserId;
  claimedOn: PermanentDay;
  createdAt: Permanent;
  id: GiftAidClaimId;
  reference: Generated<string>;
  undoneAt: SetLater;
  undoneReason: SetLater;
}

export interface GiftAidDeclarations {
  address: Generated<string>;
  charityName: string;
  checkoutId: DonationId | null;
  coversOthers: boolean;
  createdAt: Permanent;
  declaredOn: PermanentDay;
  donorId: DonorId | null;
  firstName: string;
  house: string;
  id: GiftAidDeclarationId;
  lastName: string;
  made: "form" | "page" | "oral" | "paper";
  postcode: Generated<string>;
  recordedBy: string;
  title: Generated<string>;
  withdrawnBy: string | null;
  withdrawnOn: string | null;
  wording: string;
  wordingVersion: number;
}

export interface GuessCounters {
  expiresAt: string;
  failures: number;
  key: Buffer;
}

export interface IdempotencyKeys {
  createdAt: Permanent;
  key: string;
  refusal: RefusalJson;
  requestHash: string;
  response: ResponseJson;
  scope: string;
}

export interface ImportAddresses {
  email: string;
  importId: ImportId;
}

export interface ImportLines {
  amountCents: number | null;
  donation: ImportedDonationJson;
  donationId: DonationId | null;
  externalId: string;
  importId: ImportId;
  isTakenBack: Generated<boolean>;
  line: number;
  outcome: "new" | "known" | "changed" | "left_out" | "problem";
  part: Generated<number>;
  remark: string;
  returnedCents: Generated<number>;
  sha256: string;
  spentBeforeCents: Generated<number>;
  system: string;
}

export interface Imports {
  bookedAt: string | null;
  bookedBy: UserId | null;
  bookedCount: Generated<number>;
  bytes: number;
  causes: ImportCausesJson;
  changedCount: Generated<number>;
  createdAt: Permanent;
  fileName: string;
  guess: ImportGuessJson;
  id: ImportId;
  knownCount: Generated<number>;
  leftOutCount: Generated<number>;
  mapping: ImportMappingJson;
  newCents: Generated<number>;
  newCount: Generated<number>;
  problem: string | null;
  problemCount: Generated<number>;
  revision: Generated<number>;
  sha256: string;
  spentBeforeCents: Generated<number>;
  state: Generated<"uploaded" | "checking" | "checked" | "booking" | "booked" | "taking_back" | "taken_back">;
  storageKey: string | null;
  takenBackAt: string | null;
  takenBackBy: UserId | null;
  takenBackCount: Generated<number>;
  takenBackReason: string | null;
  titles: ImportTitlesJson;
  unknownWords: ImportWordsJson;
  uploadedBy: UserId;
  warnings: ImportWordsJson;
}

export interface InKindDonations {
  createdAt: Permanent;
  description: string;
  donorId: DonorId | null;
  id: InKindDonationId;
  isReal: boolean;
  nominationId: NominationId | null;
  publicText: Generated<string>;
  receivedOn: string;
  recordedBy: string;
  valueCents: number | null;
  valueFrom: "donor" | "charity" | null;
  voidedAt: string | null;
  voidedBy: string | null;
  voidReason: string | null;
}

export interface Installation {
  doubt: "restored" | "unmarked" | "foreign" | null;
  doubtSince: string | null;
  id: Generated<string>;
  isOnly: Generated<boolean>;
  markedAt: string | null;
}

export interface KnownBrowsers {
  expiresAt: string;
  tokenHash: Buffer;
  userId: UserId;
}

export interface LedgerChains {
  donationId: DonationId;
  entries: number;
  hash: Buffer;
}

export interface LedgerEntries {
  actor: string;
  allocationId: AllocationId | null;
  amountCents: number;
  createdAt: Permanent;
  currency: Generated<string>;
  donationId: DonationId;
  expenseId: ExpenseId | null;
  fromPlace: Place;
  hash: ChainHash;
  id: LedgerEntryId;
  kind: MoveKind;
  nominationId: NominationId | null;
  position: Counted;
  reason: Permanent;
  source: string;
  toPlace: Place;
}

export interface LoneMoves {
  amountCents: number;
  createdAt: Permanent;
  id: Generated<number>;
  kind: "spending" | "refund";
  requestKey: string | null;
  userId: UserId;
}

export interface MailOptOuts {
  email: string;
  since: Permanent;
}

export interface MonthLocks {
  createdAt: Permanent;
  figures: AgreementJson;
  id: MonthLockId;
  lastDay: string;
  lockedBy: UserId;
  unlockedAt: SetLater;
  unlockedBy: UserId | null;
  unlockedReason: SetLater;
}

export interface NominationCorrections {
  correctedBy: UserId;
  createdAt: Permanent;
  facts: string[];
  firstName: string | null;
  id: NominationCorrectionId;
  lastName: string | null;
  neededCents: number | null;
  nominationId: NominationId;
  nominee: string | null;
  nomineeKnows: string | null;
  phone: string | null;
  reason: string;
  urgency: string | null;
  zip: string | null;
}

export interface NominationDecisions {
  action: "accept" | "reject" | "complete";
  createdAt: Permanent;
  decidedBy: UserId | null;
  goalBeforeCents: number | null;
  hidPage: boolean;
  id: DecisionId;
  letter: string | null;
  mailId: JobId | null;
  mailLeftAt: SetLater;
  nominationId: NominationId;
  note: Generated<string>;
  position: number;
  reason: string | null;
  statusBefore: "pending" | "accepted" | "rejected" | "completed";
  undoableUntil: Generated<string>;
  undoneAt: SetLater;
}

export interface NominationNoteMentions {
  noteId: NominationNoteId;
  userId: UserId;
}

export interface NominationNotes {
  changedAt: SetLater;
  createdAt: Permanent;
  createdBy: UserId;
  id: NominationNoteId;
  nominationId: NominationId;
  removedAt: SetLater;
  removedBy: UserId | null;
  text: string;
}

export interface Nominations {
  allocatedCents: Generated<number>;
  causeId: CauseId;
  consentEndsAt: KeptMoment;
  consentSaid: "given" | "declined" | "withdrawn" | "ended" | null;
  createdAt: Permanent;
  description: string;
  email: string;
  erasedAt: string | null;
  factsRevision: Generated<number>;
  firstName: string;
  goalCents: number | null;
  id: NominationId;
  isAccepted: Generated<boolean>;
  isCompleted: Generated<boolean>;
  isRejected: Generated<boolean>;
  lastName: string;
  neededCents: number | null;
  nominee: string;
  nomineeKnows: "yes" | "no" | "self" | null;
  phone: string;
  reference: Generated<string>;
  searched: KeptText;
  spentCents: Generated<number>;
  staysUnnamed: KeptFlag;
  unreadAnswerSince: string | null;
  urgency: "days" | "weeks" | "months" | "open" | null;
  vettingState: Generated<"new" | "checking" | "asked" | "answered" | "dormant">;
  vettingStateSince: Renewed;
  zip: string;
}

export interface OperationMarks {
  markedAt: Renewed;
  name: OperationName;
  value: Generated<number>;
}

export interface OperationsEntries {
  actor: string;
  amountCents: number;
  balanceTransactionId: string | null;
  countsOn: string | null;
  createdAt: Permanent;
  currency: Generated<string>;
  donationId: DonationId | null;
  expenseId: ExpenseId | null;
  id: OperationsEntryId;
  isReal: boolean;
  kind: "cover" | "cover_returned" | "processing_fee" | "fee_correction" | "dispute_fee" | "dispute_fee_returned" | "service_fee" | "top_up" | "bank_fee" | "running_costs";
  reason: Generated<string>;
}

export interface OperationsTotals {
  belowSince: KeptMoment;
  costsCents: Counted;
  coveredCents: Counted;
  donatedCents: Counted;
  id: Generated<boolean>;
  toppedUpCents: Counted;
}

export interface PasskeyChallenges {
  challengeHash: Buffer;
  expiresAt: string;
  purpose: "sign-in" | "confirm" | "add";
  userId: UserId | null;
}

export interface Passkeys {
  counter: number;
  createdAt: Permanent;
  credentialId: Buffer;
  id: PasskeyId;
  lastUsedAt: string | null;
  name: string;
  publicKey: Buffer;
  rpId: string;
  transports: string[];
  userId: UserId;
}

export interface PaymentEvents {
  checkoutId: DonationId | null;
  eventId: string;
  note: Generated<string>;
  outcome: "booked" | "noted" | "ignored" | "refused";
  provider: string;
  receivedAt: Permanent;
  type: string;
}

export interface PlanAdoptions {
  askedAt: Generated<string>;
  askedBy: UserId;
  causeId: CauseId;
  planId: DonationId | null;
  remark: Generated<string>;
  settledAt: string | null;
  state: Generated<"asked" | "adopted" | "refused">;
  subscriptionId: string;
}

export interface PlanEvents {
  actor: string;
  amountCents: number;
  causeId: CauseId;
  coverCents: Generated<number>;
  createdAt: Permanent;
  currency: Generated<string>;
  id: PlanEventId;
  interval: "monthly" | "quarterly" | "yearly";
  kind: "started" | "changed" | "paused" | "resumed" | "failed" | "recovered" | "stop_requested" | "ended";
  planId: DonationId;
  until: string | null;
  why: string | null;
}

export interface PlanLinks {
  createdAt: Permanent;
  expiresAt: string | null;
  planId: DonationId;
  scope: "view" | "change";
  tokenHash: Buffer;
  usedAt: string | null;
}

export interface PlanMovePlans {
  dueAt: string | null;
  moveId: PlanMoveId;
  outcome: "moved" | "left" | "stayed" | null;
  planId: DonationId;
}

export interface PlanMoves {
  cancelledAt: string | null;
  createdAt: Permanent;
  doneAt: string | null;
  dueAt: string;
  fromCauseId: CauseId;
  id: PlanMoveId;
  requestedBy: string;
  toCauseId: CauseId;
}

export interface Plans {
  amountCents: number;
  announcedChargeAt: string | null;
  cardBrand: string | null;
  cardExpires: string | null;
  cardLast4: string | null;
  causeId: CauseId;
  changingUntil: string | null;
  coverCents: Generated<number>;
  createdAt: Permanent;
  currency: Generated<string>;
  customerId: string | null;
  details: PlanDetailsJson;
  donorId: DonorId | null;
  endedAt: string | null;
  endedWhy: "donor" | "staff" | "payment_failed" | "disputed" | "cause_closed" | "provider" | null;
  failingInvoiceId: string | null;
  failingSince: string | null;
  failureMailedAt: string | null;
  id: DonationId;
  interval: "monthly" | "quarterly" | "yearly";
  isAnonymous: Generated<boolean>;
  lastFailureCode: string | null;
  mustConfirm: Generated<boolean>;
  nextChargeAt: string | null;
  nextTryAt: string | null;
  pausedUntil: string | null;
  pauseRequestedAt: string | null;
  readAt: string | null;
  startedAt: string | null;
  state: Generated<"started" | "active" | "ending" | "paused" | "failing" | "ended">;
  stopRequestedAt: string | null;
  subscriptionId: string | null;
  teamChange: string | null;
  teamChangeAt: string | null;
  teamChangeTo: string | null;
}

export interface ProviderLinks {
  createdAt: Permanent;
  issuer: string;
  subject: string;
  userId: UserId;
}

export interface PublicComments {
  createdAt: Permanent;
  decidedAt: string | null;
  decidedBy: UserId | null;
  donationId: DonationId;
  state: Generated<"waiting" | "approved" | "declined">;
  text: string;
}

export interface PublicPages {
  causeId: CauseId | null;
  countedCents: Counted;
  coverFileId: FileId | null;
  isPublished: Generated<boolean>;
  isVisible: KeptFlag;
  missingCents: Counted;
  nominationId: NominationId;
  provenCents: Counted;
  publicName: string;
  publishedAt: SetLater;
  shownName: KeptText;
  shownStory: KeptText;
  shownSummary: KeptText;
  showsName: KeptFlag;
  showsPhotos: KeptFlag;
  showsStory: KeptFlag;
  state: Generated<"open" | "completed" | "did_not_work_out">;
  story: string;
  summary: string;
  updatedAt: Renewed;
  withoutProofSince: KeptMoment;
}

export interface PublicPageWords {
  nominationId: NominationId;
  words: string;
}

export interface Questions {
  askedAt: Permanent;
  askedBy: UserId;
  closedAt: SetLater;
  dueOn: string | null;
  id: QuestionId;
  nominationId: NominationId;
  position: number;
  remindersSent: Generated<number>;
  text: string;
}

export interface Reconciliations {
  compared: number;
  corrected: number;
  finishedAt: string;
  provider: string;
}

export interface RecoveryCodes {
  codeHash: Buffer;
  createdAt: Permanent;
  userId: UserId;
}

export interface Refunds {
  amountCents: number;
  bookedCents: Generated<number>;
  coverCents: Generated<number>;
  createdAt: Permanent;
  currency: Generated<string>;
  donationId: DonationId | null;
  failedAt: string | null;
  id: RefundId;
  lastAskedAt: string | null;
  paymentIntentId: string;
  provider: string;
  reason: Permanent;
  refundId: string | null;
  refusal: string | null;
  requestedBy: string;
  status: "requested" | "pending" | "succeeded" | "failed";
  timesAsked: Generated<number>;
}

export interface ResetMails {
  sentAt: Permanent;
  userId: UserId;
}

export interface Reviews {
  createdAt: Permanent;
  id: ReviewId;
  nominationId: NominationId;
  reason: string;
  recommendation: "for" | "against" | "unsure";
  reviewer: UserId;
  version: number;
}

export interface SecondFactors {
  createdAt: Permanent;
  enabledAt: SetLater;
  lastStep: Generated<number>;
  secret: Buffer;
  userId: UserId;
}

export interface SensitiveChanges {
  agreedAt: SetLater;
  createdAt: Permanent;
  id: SensitiveChangeId;
  lostRights: Rights;
  sentence: string;
  settingsVersionId: SettingsVersionId | null;
  userId: UserId | null;
}

export interface Sessions {
  browser: Generated<string>;
  confirmedAt: Generated<string>;
  createdAt: Permanent;
  expiresAt: string;
  id: SessionId;
  lastSeenAt: Generated<string>;
  providerFactors: number | null;
  tokenHash: Buffer;
  unprovenCents: Generated<number>;
  userId: UserId;
}

export interface SettingsVersions {
  actor: string;
  after: SettingsJson;
  before: SettingsJson;
  createdAt: Permanent;
  id: SettingsVersionId;
  restoredVersion: number | null;
  version: number;
}

export interface SiteSettings {
  key: string;
  updatedAt: Generated<string>;
  value: SettingJson;
}

export interface StatementLinks {
  createdAt: Permanent;
  donorId: DonorId;
  expiresAt: string;
  fromDay: PermanentDay;
  toDay: PermanentDay;
  tokenHash: Buffer;
}

export interface StatementMailings {
  createdAt: Permanent;
  createdBy: UserId;
  fromDay: PermanentDay;
  id: StatementMailingId;
  stoppedAt: string | null;
  stoppedBy: UserId | null;
  toDay: PermanentDay;
}

export interface StatementRecipients {
  donorId: DonorId;
  id: JobId;
  leftOutAt: string | null;
  mailingId: StatementMailingId;
  queuedAt: string | null;
}

export interface TestDonations {
  allocations: TestAllocationsJson;
  amountCents: number;
  cause: string;
  createdAt: Permanent;
  currency: Generated<string>;
  email: string | null;
  firstName: string | null;
  id: DonationId;
  lastName: string | null;
  takenOutAt: Permanent;
}

export interface TrackingLinks {
  createdAt: Permanent;
  nominationId: NominationId;
  tokenHash: Buffer;
}

export interface UnbookedObjects {
  createdAt: Permanent;
  kind: "checkout" | "refund" | "dispute" | "balance" | "plan" | "invoice";
  objectId: string;
  provider: string;
  reason: string;
  triedAt: Generated<string>;
}

export interface UnsubscribeLinks {
  createdAt: Permanent;
  email: string | null;
  tokenHash: Buffer;
}

export interface UpdateFiles {
  fileId: FileId;
  position: number;
  updateId: UpdateId;
}

export interface UpdateRecipients {
  email: string;
  firstName: string;
  id: JobId;
  queuedAt: string | null;
  role: "donor" | "nominator" | "follower";
  updateId: UpdateId;
}

export interface Updates {
  createdAt: Permanent;
  createdBy: UserId;
  id: UpdateId;
  kind: "progress" | "completed" | "did_not_work_out";
  nominationId: NominationId;
  publishedAt: SetLater;
  text: string;
  title: string;
}

export interface UsedChallenges {
  expiresAt: string;
  signature: string;
}

export interface Users {
  acceptedAt: string | null;
  createdAt: Permanent;
  email: string;
  firstName: string;
  id: UserId;
  lastName: string;
  lastSignedInAt: string | null;
  passwordHash: string | null;
  roles: Roles;
}

export interface VolunteerHours {
  confirmedAt: SetLater;
  confirmedBy: UserId | null;
  createdAt: Permanent;
  day: PermanentDay;
  id: VolunteerHoursId;
  minutes: number;
  nominationId: NominationId | null;
  offerId: VolunteerOfferId;
  recordedBy: UserId;
  undoneAt: SetLater;
  undoneBy: UserId | null;
  undoneReason: SetLater;
  what: string;
}

export interface VolunteerOffers {
  assignedTo: UserId | null;
  createdAt: Permanent;
  donationId: DonationId | null;
  donorId: DonorId | null;
  email: Generated<string>;
  firstName: Generated<string>;
  id: VolunteerOfferId;
  lastName: Generated<string>;
  nominationId: NominationId | null;
  notes: Generated<string>;
  person: KeptText;
  phone: Generated<string>;
  searched: KeptText;
  state: Generated<"new" | "contacted" | "agreed" | "done" | "declined" | "withdrawn">;
  thankedAt: SetLater;
}

export interface VolunteerThanks {
  createdAt: Permanent;
  id: VolunteerThanksId;
  minutes: number;
  offerId: VolunteerOfferId;
  recipient: string;
  sentBy: UserId;
  text: string;
}

export interface DB {
  accountTokens: AccountTokens;
  addressChanges: AddressChanges;
  alerts: Alerts;
  allocations: Allocations;
  answerFiles: AnswerFiles;
  answers: Answers;
  appealFiles: AppealFiles;
  appeals: Appeals;
  approvals: Approvals;
  attacks: Attacks;
  auditEntries: AuditEntries;
  balanceTransactions: BalanceTransactions;
  bankAccounts: BankAccounts;
  bankLines: BankLines;
  bankMatches: BankMatches;
  bankStatements: BankStatements;
  blockedMailboxes: BlockedMailboxes;
  books: Books;
  callCounts: CallCounts;
  causes: Causes;
  causeTotals: CauseTotals;
  changeNotices: ChangeNotices;
  checklistPoints: ChecklistPoints;
  checklists: Checklists;
  checklistVersions: ChecklistVersions;
  checkouts: Checkouts;
  conflicts: Conflicts;
  consentCorrections: ConsentCorrections;
  consentLinks: ConsentLinks;
  consentRequests: ConsentRequests;
  consentRule: ConsentRule;
  consents: Consents;
  deadMails: DeadMails;
  dedications: Dedications;
  depositLines: DepositLines;
  deposits: Deposits;
  discardedFiles: DiscardedFiles;
  disputes: Disputes;
  donationGoods: DonationGoods;
  donationLinks: DonationLinks;
  donationReceipts: DonationReceipts;
  donationReceiptYears: DonationReceiptYears;
  donations: Donations;
  donorChangeLinks: DonorChangeLinks;
  donorChanges: DonorChanges;
  donorLinks: DonorLinks;
  donorMailingRecipients: DonorMailingRecipients;
  donorMailings: DonorMailings;
  donorMails: DonorMails;
  donorNotes: DonorNotes;
  donors: Donors;
  erasures: Erasures;
  expectedDonations: ExpectedDonations;
  expectedTransfers: ExpectedTransfers;
  expenseReceipts: ExpenseReceipts;
  expenses: Expenses;
  exports: Exports;
  fileChunks: FileChunks;
  fileCopies: FileCopies;
  files: Files;
  firstStepsDone: FirstStepsDone;
  followers: Followers;
  formerUsers: FormerUsers;
  giftAidClaimLines: GiftAidClaimLines;
  giftAidClaims: GiftAidClaims;
  giftAidDeclarations: GiftAidDeclarations;
  guessCounters: GuessCounters;
  idempotencyKeys: IdempotencyKeys;
  importAddresses: ImportAddresses;
  importLines: ImportLines;
  imports: Imports;
  inKindDonations: InKindDonations;
  installation: Installation;
  knownBrowsers: KnownBrowsers;
  ledgerChains: LedgerChains;
  ledgerEntries: LedgerEntries;
  loneMoves: LoneMoves;
  mailOptOuts: MailOptOuts;
  monthLocks: MonthLocks;
  nominationCorrections: NominationCorrections;
  nominationDecisions: NominationDecisions;
  nominationNoteMentions: NominationNoteMentions;
  nominationNotes: NominationNotes;
  nominations: Nominations;
  operationMarks: OperationMarks;
  operationsEntries: OperationsEntries;
  operationsTotals: OperationsTotals;
  passkeyChallenges: PasskeyChallenges;
  passkeys: Passkeys;
  paymentEvents: PaymentEvents;
  planAdoptions: PlanAdoptions;
  planEvents: PlanEvents;
  planLinks: PlanLinks;
  planMovePlans: PlanMovePlans;
  planMoves: PlanMoves;
  plans: Plans;
  providerLinks: ProviderLinks;
  publicComments: PublicComments;
  publicPages: PublicPages;
  publicPageWords: PublicPageWords;
  questions: Questions;
  reconciliations: Reconciliations;
  recoveryCodes: RecoveryCodes;
  refunds: Refunds;
  resetMails: ResetMails;
  reviews: Reviews;
  secondFactors: SecondFactors;
  sensitiveChanges: SensitiveChanges;
  sessions: Sessions;
  settingsVersions: SettingsVersions;
  siteSettings: SiteSettings;
  statementLinks: StatementLinks;
  statementMailings: StatementMailings;
  statementRecipients: StatementRecipients;
  testDonations: TestDonations;
  trackingLinks: TrackingLinks;
  unbookedObjects: UnbookedObjects;
  unsubscribeLinks: UnsubscribeLinks;
  updateFiles: UpdateFiles;
  updateRecipients: UpdateRecipients;
  updates: Updates;
  usedChallenges: UsedChallenges;
  users: Users;
  volunteerHours: VolunteerHours;
  volunteerOffers: VolunteerOffers;
  volunteerThanks: VolunteerThanks;
}
