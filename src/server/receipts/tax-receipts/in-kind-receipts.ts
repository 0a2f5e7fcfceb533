import { sql } from 'kysely';
import type { DonationReceiptId, InKindDonationId } from '#contract/ids.ts';
import type { SavedSettings } from '#contract/operations/settings.ts';
import { allowsReceiptInKind, inKindReceiptDocument } from '#core/giving/in-kind.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { inKindReceiptChanged, inKindReceiptIssued } from '#server/receipts/tax-receipts/emails.ts';
import { endReceipt } from '#server/receipts/tax-receipts/end-receipt.ts';
import {
  type Issue,
  type IssuedReceipt,
  keepReceipt,
} from '#server/receipts/tax-receipts/issue-receipt.ts';
import { obstacleTexts } from '#server/receipts/tax-receipts/policy.ts';

/* Issues and replaces receipts of donations in kind. */

/** What decides whether a donation in kind can have a receipt for taxes. */
interface Receiptable {
  isReal: boolean;
  voidedAt: string | null;
  donorName: string;
  email: string | null;
}

/** Why a donation in kind can have no receipt now, as a sentence; null if it can. */
export function obstacleInKind(
  { isReal, voidedAt, donorName, email }: Receiptable,
  { receipts }: Pick<SavedSettings, 'receipts'>,
): string | null {
  if (receipts.profile === 'none') return obstacleTexts.off;
  if (!allowsReceiptInKind(receipts)) {
    return 'In the country of your receipts, one for things has to state what they are worth, or there is none. The charity cannot issue one here.';
  }
  if (!isReal) return 'This was recorded during a trial, so it gets no receipt with a number.';
  if (voidedAt !== null) return 'This entry is void.';
  if (email !== null && isErasedAddress(email)) return obstacleTexts.erased;
  return donorName.trim() === '' ? obstacleTexts.unnamed : null;
}

/** Issues the receipt of a donation in kind. 409 with the reason if there is none. The caller has locked it. */
export async function issueInKindReceipt(
  trx: Trx,
  id: InKindDonationId,
  issue: Issue,
): Promise<IssuedReceipt> {
  const { settings, donor } = issue;
  const facts = await inKindFacts(trx, id);
  const donorName = donor?.name ?? facts.donorName;
  const obstacle = obstacleInKind({ ...facts, donorName }, settings);
  if (obstacle !== null) throw new AppError('receipt_refused', obstacle);
  const { now, description, receivedOn } = facts;
  return keepReceipt(trx, issue, {
    now,
    donorName,
    donorAddress: donor?.address ?? facts.postalAddress,
    receivedOn,
    print: (shared, receipts) => inKindReceiptDocument({ ...shared, description }, receipts),
    columns: { inKindId: id, goodsCents: 0 },
    about: { kind: 'in_kind', id },
  });
}

/** Ends a receipt that counts and issues a corrected one in its place. 409 if it does not count, or if there can be none. */
export async function replaceInKind(
  trx: Trx,
  old: { id: DonationReceiptId; number: string; inKindId: InKindDonationId },
  issue: Omit<Issue, 'replaces'> & { reason: string },
): Promise<IssuedReceipt> {
  // First, because a donation in kind has one receipt that counts.
  const { issuedBy: endedBy, reason } = issue;
  await endReceipt(trx, old, { state: 'replaced', endedBy, reason });
  return issueInKindReceipt(trx, old.inKindId, { ...issue, replaces: old });
}

/** What became of the receipt of a donation in kind. */
type Change =
  | { kind: 'issued'; receipt: IssuedReceipt }
  | { kind: 'replaced'; receipt: IssuedReceipt }
  | { kind: 'void'; number: string };

/** Mails the donor what became of the receipt, unless there is no address to write to. */
export async function tellOfInKind(
  trx: Trx,
  id: InKindDonationId,
  change: Change,
  mailer: Mailer,
): Promise<void> {
  const { email, donorId } = await inKindFacts(trx, id);
  if (email === null || isErasedAddress(email)) return;
  const mail =
    change.kind === 'issued'
      ? inKindReceiptIssued(mailer.config, email, change.receipt)
      : inKindReceiptChanged(mailer.config, email, change);
  await mailer.enqueue(trx, { ...mail, ...(donorId !== null && { donorId }) });
}

/** Locks a donation in kind, for a decision about it and its receipt. 404 for an unknown one. */
export async function lockInKind(trx: Trx, id: InKindDonationId): Promise<void> {
  await trx
    .selectFrom('inKindDonations')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('donation in kind'));
}

function inKindFacts(trx: Trx, id: InKindDonationId) {
  return trx
    .selectFrom('inKindDonations')
    .leftJoin('donors', 'donors.id', 'inKindDonations.donorId')
    .select([
      'inKindDonations.isReal',
      'inKindDonations.voidedAt',
      'inKindDonations.description',
      'inKindDonations.receivedOn',
      'donors.id as donorId',
      'donors.email',
      donorNameSql.as('donorName'),
      sql<string>`coalesce(donors.postal_address, '')`.as('postalAddress'),
      sql<string>`now()`.as('now'),
    ])
    .where('inKindDonations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('donation in kind'));
}

/** The name for a receipt; empty if nobody is named: that donor has an id that no other one can have. */
export const donorNameSql = sql<string>`case when donors.id = '00000000-0000-7000-8000-000000000000' then ''
  else trim(coalesce(donors.first_name, '') || ' ' || coalesce(donors.last_name, '')) end`;
