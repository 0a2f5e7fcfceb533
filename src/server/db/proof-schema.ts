import type { ColumnType, Generated } from 'kysely';
import type { FileKind, FileState, Redaction } from '#contract/publishing/files.ts';
import type { UpdateKind } from '#contract/publishing/updates.ts';
import type { ProofKind } from '#core/proof-kinds.ts';
import type { CreatedAt } from '#server/db/column-types.ts';

/** The tables about how money was spent and what donors are told of it. */
export interface ProofSchema {
  spendings: {
    id: string;
    createdAt: CreatedAt;
    nominationId: string;
    payee: string;
    /** A day: select it as text, or the driver moves it with the time zone. */
    paidOn: ColumnType<string, string, never>;
    amountCents: number;
    purpose: string;
    proof: ProofKind;
    undoneAt: ColumnType<string | null, never, string>;
    undoneReason: ColumnType<string | null, never, string>;
  };
  spendingReceipts: { fileId: string; spendingId: string };
  publicPages: {
    nominationId: string;
    publicName: string;
    summary: string;
    story: string;
    coverFileId: string | null;
    isPublished: Generated<boolean>;
    publishedAt: ColumnType<string | null, never, string>;
    updatedAt: ColumnType<string, never, string>;
  };
  giftLinks: { tokenHash: Buffer; donationId: string; createdAt: CreatedAt };
  files: {
    id: string;
    nominationId: string;
    kind: FileKind;
    stillOf: string | null;
    state: ColumnType<FileState, FileState | undefined, FileState>;
    failure: Generated<string>;
    mediaType: string | null;
    bytes: number;
    uploadedBytes: Generated<number>;
    originalKey: string | null;
    sha256: string | null;
    width: number | null;
    height: number | null;
    durationSeconds: number | null;
    caption: Generated<string>;
    alternativeText: Generated<string>;
    consentBy: Generated<string>;
    consentScope: Generated<string>;
    consentUntil: string | null;
    consentWithdrawnAt: string | null;
    redactions: ColumnType<Redaction[] | null, never, string | null>;
    revision: Generated<number>;
    isPublished: Generated<boolean>;
    createdAt: CreatedAt;
    createdBy: string;
  };
  fileChunks: { fileId: string; startByte: number; bytes: number; key: string };
  fileCopies: {
    key: string;
    fileId: string;
    role: 'page' | 'public';
    page: number;
    mediaType: string;
    width: number | null;
    height: number | null;
    bytes: number;
    sha256: string;
  };
  discardedFiles: { key: string; discardedAt: CreatedAt };
  updates: {
    id: string;
    createdAt: CreatedAt;
    nominationId: string;
    kind: UpdateKind;
    title: string;
    text: string;
    createdBy: string;
    publishedAt: ColumnType<string | null, never, string>;
  };
  updateFiles: { updateId: string; position: number; fileId: string };
  updateRecipients: {
    id: string;
    updateId: string;
    email: string;
    role: 'donor' | 'nominator';
    firstName: string;
    queuedAt: ColumnType<string | null, never, string | null>;
  };
  mailOptOuts: { email: string; since: CreatedAt };
  unsubscribeLinks: { tokenHash: Buffer; email: string; createdAt: CreatedAt };
}
