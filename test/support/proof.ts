import type { CauseId, DonationId, ExpenseId, FileId, NominationId } from '#contract/ids.ts';
import type { ReceiptKind } from '#core/receipts/receipt-kinds.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { publish, savePublicPage } from '#server/publishing/public-pages/commands.ts';
import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import type { TestApp } from '#test/support/app.ts';
import { endDecisions } from '#test/support/decisions.ts';
import {
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
} from '#test/support/factories.ts';

/** Writes and publishes the public page of a nomination; returns the nomination's id. */
export async function publishNeed(
  testApp: TestApp,
  nominationId: NominationId,
  { publicName = 'A furnace for a family', coverFileId = null as FileId | null } = {},
): Promise<NominationId> {
  const actor = await anAdministrator(testApp);
  const texts = { publicName, summary: 'It was cold.', story: 'It was cold.\n\nNow it is warm.' };
  await savePublicPage(testApp.db, actor, { nominationId, coverFileId, ...texts });
  await publish(testApp.db, actor, nominationId);
  return nominationId;
}

/** A published need; returns the nomination's id. */
export async function aPublishedNeed(
  testApp: TestApp,
  options: { causeId?: CauseId; publicName?: string } = {},
): Promise<NominationId> {
  const id = await anAcceptedNomination(testApp, options);
  await endDecisions(testApp, id);
  return publishNeed(testApp, id, options);
}

/** An expense of a need, with the given receipts or with an unpublished one; returns its id. */
export async function aExpense(
  testApp: TestApp,
  options: {
    nominationId: NominationId;
    amount: number;
    receiptIds?: FileId[];
    payee?: string;
    receiptKind?: ReceiptKind;
  },
): Promise<ExpenseId> {
  const {
    nominationId,
    amount,
    payee = 'Miller Heating',
    receiptKind = 'vendor_receipt',
  } = options;
  const receiptIds = options.receiptIds ?? [await aReceipt(testApp, nominationId)];
  const input = {
    nominationId,
    amount,
    payee,
    receiptKind,
    receiptIds,
    purpose: 'A furnace',
    paysCardCosts: false,
  };
  const actor = await anAdministrator(testApp);
  const { id } = await recordExpense(testApp.db, actor, { ...input, paidOn: '2026-01-15' }, null);
  return id;
}

/** An unpublished receipt of a nomination; returns the file's id. */
export async function aReceipt(testApp: TestApp, nominationId: NominationId): Promise<FileId> {
  const { id: createdBy } = await anAdministrator(testApp);
  const id = newId<FileId>();
  const file = {
    id,
    nominationId,
    kind: 'receipt',
    state: 'processing',
    bytes: 1,
    createdBy,
  } as const;
  await testApp.db.insertInto('files').values(file).execute();
  return id;
}

/** The secret of a private link to a donation. */
export async function aDonationToken({ db }: TestApp, donationId: DonationId): Promise<string> {
  const token = newToken();
  await db
    .insertInto('donationLinks')
    .values({ tokenHash: hashToken(token), donationId, isViewOnly: false })
    .execute();
  return token;
}

/** A donation, and the secret of a link to all donations of its address. */
export async function aDonorToken(testApp: TestApp, person = aPerson()) {
  const token = newToken();
  const donationId = await aDonation(testApp, { person });
  const email = person.email.toLowerCase();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await testApp.db
    .insertInto('donorLinks')
    .values({ tokenHash: hashToken(token), email, expiresAt })
    .execute();
  return { token, donationId };
}
