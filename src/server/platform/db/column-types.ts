import type { ColumnType } from 'kysely';
import type { CsvMapping } from '#contract/banking/csv-mapping.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ExportListName } from '#contract/exports/export-lists.ts';
import type { CauseId, DecisionId, DonorId } from '#contract/ids.ts';
import type { ImportDraft, ImportMapping } from '#contract/imports/imports.ts';
import type { Settings } from '#contract/operations/settings.ts';
import type { ApprovalFact } from '#contract/people/approvals.ts';
import type { Redaction } from '#contract/publishing/files.ts';
import type { ChecklistPoint } from '#contract/vetting/checklists.ts';
import type { Agreement } from '#core/banking/agreement.ts';
import type { DedicationKind } from '#core/giving/dedications.ts';
import type { Right, Role } from '#core/people/rights.ts';
import type { PrintedDocument } from '#core/platform/printed-document.ts';
import type { IssuingProfile } from '#core/receipts/receipt-profiles.ts';

/*
 * What the database cannot say about its columns: which ones never change, and what their JSON contains.
 * `scripts/support/generate-schema.ts` assigns these types to columns.
 */

/** Has a default and never changes. */
export type Permanent = ColumnType<string, string | undefined, never>;
/** A day that never changes. */
export type PermanentDay = ColumnType<string, string, never>;
/** Null at first, and text once it has happened. */
export type SetLater = ColumnType<string | null, never, string>;
/** A moment that starts as the default and is updated with each change. */
export type Renewed = ColumnType<string, never, string>;
/** Maintained by triggers; nothing else writes it. */
export type Counted = ColumnType<number, never, never>;
export type KeptText = ColumnType<string, never, never>;
export type KeptFlag = ColumnType<boolean, never, never>;
export type KeptMoment = ColumnType<string | null, never, never>;
/** A hash that a trigger computes; nothing else writes it. */
export type ChainHash = ColumnType<Uint8Array, never, never>;
/** The roles of a person; at least one. */
export type Roles = Role[];
/** Rights that somebody lost. */
export type Rights = Right[];
/** The validated parts of a call that waits for a second person. */
export type ApprovalRequestJson = ColumnType<ApprovableRequest, string, string>;
/** What both people see of it. */
export type ApprovalFactsJson = ColumnType<ApprovalFact[], string, never>;

/** The validated parts of a call. */
export interface ApprovableRequest {
  params: unknown;
  /** Of a call that sends a file. */
  query?: unknown;
  /** Absent for a file. */
  body?: unknown;
  /** The file. */
  base64?: string;
}

/** How the CSV files of a bank are read; null if none was read yet. */
export type CsvMappingJson = ColumnType<CsvMapping | null, string | null, string>;
/** The titles of the columns of such a file. */
export type CsvTitlesJson = ColumnType<string[] | null, string | null, string>;

/** Where all money was when a month was locked. */
export type AgreementJson = ColumnType<Agreement, string, never>;
/** The titles of the columns of an uploaded file. */
/** Words of an imported file, or sentences about it. */
export type ImportWordsJson = ColumnType<string[], string | undefined, string>;
export type ImportTitlesJson = ColumnType<string[], string, string>;
/** How an uploaded file is read; null until somebody has said it. */
export type ImportMappingJson = ColumnType<ImportMapping | null, string | null, string>;
/** How a file seems to be read. */
export type ImportGuessJson = ColumnType<ImportDraft, string, string>;
/** Which cause each cause of a file becomes; null for a new one. */
export type ImportCausesJson = ColumnType<ImportedCause[], string | undefined, string>;
export interface ImportedCause {
  value: string;
  causeId: CauseId | null;
  /** Whether the import added it. */
  isNew?: boolean;
}

/** A donation that an earlier system recorded. */
export interface ImportedDonation {
  /** The moment that the earlier system says, or the beginning of its day, and the day where the charity is. */
  givenAt: string;
  receivedOn: string;
  amountCents: number;
  /** What went back to the donor since. */
  returnedCents: number;
  /** What of it was spent before it comes in. */
  spentBeforeCents: number;
  /** Empty where the file has nothing. */
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
  note: string;
  /** Missing in lines that were read before it was kept. */
  isAnonymous?: boolean;
  cause: string;
  /** The payment intent at Stripe; null if the file has none. */
  paymentIntentId: string | null;
}
export type ImportedDonationJson = ColumnType<
  ImportedDonation | null,
  string | null,
  string | null
>;

/** The points of a checklist, in order. */
export type ChecklistPointsJson = ColumnType<ChecklistPoint[], string, never>;

/** The list that is exported. */
export type ExportedList = ExportListName;
/** The parameters that it is filtered by. */
export type ExportFilterJson = ColumnType<Record<string, string>, string, never>;

/** A part of what the provider took for a payment, in the smallest unit of the account's currency. */
export interface FeePart {
  /** The provider's word for it, such as `stripe_fee` or `tax`. */
  type: string;
  description: string;
  amountCents: number;
}
export type FeePartsJson = ColumnType<FeePart[], string, never>;

/** A document as it was printed. */
export type PrintedDocumentJson = ColumnType<PrintedDocument, string, never>;
/** The rules that a receipt follows. */
export type ReceiptProfile = IssuingProfile;

/** What `operation_marks` notes: a run of maintenance, a try, or a problem of one machine. */
export type OperationName =
  | 'probe'
  | 'ledger-check'
  | 'backup'
  | 'backup-copied'
  | 'backup-copies-watched'
  | 'retention'
  | 'watch'
  | 'mail-accepted'
  | 'mail-tested'
  | 'mail-tried'
  | 'mail-text-refused'
  | 'mail-late-tried'
  | 'dead-mail-told'
  | `machine:${string}`;

/** What a donor typed besides amount and cause. */
export interface DonorDetails {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
  description: string;
  isAvailableToVolunteerTime: boolean;
  /** Asked for where receipts need it; absent in what an earlier version stored. */
  postalAddress?: string;
}
/** {@link DonorDetails}; null once the checkout is paid, or some time after it ended. */
export type DetailsJson = ColumnType<DonorDetails | null, string, null>;

/** What a donor said beside the donation. */
export interface DonorWishes {
  dedication?: NewDedication;
  /** To be shown in public, as the donor agreed. */
  comment?: string;
  /** Who may match it. */
  employer?: string;
}
/** {@link DonorWishes}; null if there are none, and once they are rows of their own. */
export type WishesJson = ColumnType<DonorWishes | null, string | null, string | null>;

/** To whom a donation is to be dedicated. */
export interface NewDedication {
  kind: DedicationKind;
  honoree: string;
  recipient: { name: string; email: string } | null;
  message: string;
  tellsName: boolean;
  /** Null for as soon as possible. */
  sendOn: string | null;
}

/** The same of a plan: null before it begins, and once its donor was erased. */
export type PlanDetailsJson = ColumnType<DonorDetails | null, string | null, string | null>;

/** What of the updates that an address gets was carried over to another one. */
export interface CarriedSubscription {
  /** Whether the other address gets no updates since then, because this one wanted none. */
  hasOptedOut: boolean;
  /** The recipients that went along. */
  recipients: string[];
  /** Those that left, because the other address had the same update, as JSON of their rows. */
  dropped: string;
}

/** What it takes to take back a correction or a join of donors. */
export interface KeptOfDonor {
  /** Since when the record that was corrected or joined had its address. */
  addressChangedAt: string | null;
  /** What became known as former names and addresses. */
  lines: string[];
  subscription: CarriedSubscription | null;
  /** Of a join. */
  join: {
    /** The keys of the rows that went along, by table. */
    rows: Record<string, string[]>;
    /** The joined record, and those that had been joined into it. */
    records: string[];
    formerly: string;
    /** The record that stayed, as it was. */
    stayed: {
      email: string | null;
      addressChangedAt: string | null;
      postalAddress: string;
      createdAt: string;
    };
  } | null;
}
export type KeptOfDonorJson = ColumnType<KeptOfDonor, string, string>;

/** How soon a mail leaves, most urgent first: what somebody waits for overtakes what strangers and updates cause. */
export type MailUrgency = 'account' | 'receipt' | 'decision' | 'form' | 'bulk';

/** A mail in the queue. */
export interface OutgoingMail {
  /** The same at every try, so that a repeat can be recognized. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Absent in mails that an earlier version queued. */
  urgency?: MailUrgency;
  /** When the link in it stops working. */
  expiresAt?: string;
  /**
   * Public copies of files to attach. They are read when the mail is sent, because one may no longer be public then.
   */
  files?: MailedFile[];
  /**
   * The address for unsubscribing with one click in the mail program (RFC 8058). It also marks the mail as one
   * that can be stopped.
   */
  unsubscribeUrl?: string;
  /** A digest of what it tells, for a mail that is written again when that has changed before it leaves. */
  facts?: string;
  /** It is about test money: a site that goes live never sends it. */
  isTest?: boolean;
  /** The donor that it goes to: their page tells that it was sent. */
  donorId?: DonorId;
  /** The decision about a nomination that it tells about; it leaves only while that decision holds. */
  decisionId?: DecisionId;
}
/** A file in the storage, as an attachment or as a picture inside the mail. */
export interface MailedFile {
  key: string;
  isInline: boolean;
}
/** An {@link OutgoingMail}; null once it was resent or discarded. */
export type MailJson = ColumnType<OutgoingMail | null, string, null>;

/** The old or new values of the fields that changed. */
export type AuditJson = ColumnType<Record<string, unknown> | null, string | null, never>;
/** The response of a call; null if it was refused. */
export type ResponseJson = ColumnType<unknown, string | null, never>;
/** Why a call was refused. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  fields?: Record<string, string>;
}
export type RefusalJson = ColumnType<Refusal | null, string | null, never>;
/** What a donation of test money was allocated to, in cents. Nothing changes it. */
export type TestAllocationsJson = ColumnType<
  { nominee: string; amount: number; spentAmount: number }[],
  never,
  never
>;
/** All settings of the charity; a version that an earlier release saved may lack some. */
export type SettingsJson = ColumnType<Partial<Settings>, string, never>;
/** The value of a setting, of any type. */
export type SettingJson = ColumnType<unknown, string, string>;
/** The areas of a receipt to black out; null while nobody has decided. */
export type RedactionsJson = ColumnType<Redaction[] | null, never, string | null>;
