import type { ColumnType } from 'kysely';
import type { Redaction } from '#contract/publishing/files.ts';

/*
 * What the database cannot tell about its columns: which are never changed, and what their JSON holds.
 * `scripts/support/generate-schema.ts` says which column has which.
 */

/** Has a default, and is never changed. */
export type Permanent = ColumnType<string, string | undefined, never>;
/** A day that is never changed. */
export type PermanentDay = ColumnType<string, string, never>;
/** Null at first, and text once it has happened. */
export type SetLater = ColumnType<string | null, never, string>;
/** A moment that starts as the default, and is set anew with each change. */
export type Renewed = ColumnType<string, never, string>;
/** Kept by triggers; nothing else writes it. */
export type Counted = ColumnType<number, never, never>;
/** The mark of something that the server does about itself. */
export type OperationName = 'probe' | 'ledger-check' | 'backup';

/** What a donor typed besides amount and cause. */
export interface DonorDetails {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  zip: string;
  description: string;
  isAvailableToVolunteerTime: boolean;
}
/** {@link DonorDetails}; gone once the checkout is paid, or long over. */
export type DetailsJson = ColumnType<DonorDetails | null, string, null>;

/** A mail as it waits to be sent. */
export interface OutgoingMail {
  /** Stays the same on every try, so that a repeat can be recognized. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** When the link in it stops working. */
  expiresAt?: string;
  /** Public copies of files that go with it, read when it is sent: by then one may not be public any more. */
  files?: MailedFile[];
  /** Where one press in the mail program ends mails like this one (RFC 8058). Also marks it as one that people can do without. */
  unsubscribeUrl?: string;
}
/** A file in the storage, as an attachment or as a picture inside the mail. */
export interface MailedFile {
  key: string;
  isInline: boolean;
}
/** An {@link OutgoingMail}; null once it has been decided on. */
export type MailJson = ColumnType<OutgoingMail | null, string, null>;

/** What was so, of the fields that changed. */
export type AuditJson = ColumnType<Record<string, unknown> | null, string | null, never>;
/** What a call returned. */
export type ResponseJson = ColumnType<unknown, string, never>;
/** The value of a setting, whatever it is. */
export type SettingJson = ColumnType<unknown, string, string>;
/** The parts of a receipt to black out; null while nobody has decided. */
export type RedactionsJson = ColumnType<Redaction[] | null, never, string | null>;
