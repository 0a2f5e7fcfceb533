import type { RequestOf } from '#contract/endpoint.ts';
import type {
  AllocationId,
  CauseId,
  DonationId,
  ExpenseId,
  FileId,
  NominationId,
} from '#contract/ids.ts';
import { releaseAllocation } from '#contract/spending/allocations.ts';
import {
  correctExpense,
  recordExpense,
  releaseLeftovers,
  undoExpense,
} from '#contract/spending/expenses.ts';
import type { TestApp } from '#test/support/app.ts';
import {
  aDonation,
  anAcceptedNomination,
  anAllocation,
  aPair,
  signIn,
} from '#test/support/factories.ts';
import { aReceipt } from '#test/support/upload.ts';

/** The body of the expense form. */
export const words = {
  payee: 'Comfort Heating',
  paidOn: '2026-01-15',
  purpose: 'A new furnace',
  receiptKind: 'vendor_receipt',
} as const;

interface Changes {
  receiptIds?: FileId[];
  paidOn?: string;
  paysCardCosts?: boolean;
  idempotencyKey?: string;
}

const anyReason: { reason?: string; idempotencyKey?: string } = {};

/** The calls about expenses, made by one administrator, and the resulting state of the database. */
export function expenseCalls(testApp: TestApp) {
  let session: Promise<string> | undefined;
  const cookie = () => {
    session ??= signIn(testApp);
    return session;
  };

  /** A need to which this many cents are allocated, each amount from a donation of its own. */
  async function aNeed(...cents: number[]) {
    const { causeId } = await aPair(testApp, 100);
    return aNeedOf(causeId, ...cents);
  }

  /** The same for a cause. */
  async function aNeedOf(causeId: CauseId, ...cents: number[]) {
    const nominationId = await anAcceptedNomination(testApp, { causeId });
    const allocations: { id: AllocationId; donationId: DonationId }[] = [];
    for (const amount of cents) {
      const donationId = await aDonation(testApp, { causeId, amount });
      const id = await anAllocation(testApp, { amount, donationId, nominationId });
      allocations.push({ id, donationId });
    }
    return { causeId, nominationId, allocations };
  }

  async function spend(nominationId: NominationId, amount: number, changes: Changes = {}) {
    const { idempotencyKey, ...more } = changes;
    const receiptIds = more.receiptIds ?? [await aReceipt(testApp, nominationId)];
    return testApp.call(recordExpense, {
      cookie: await cookie(),
      params: { id: nominationId },
      body: { ...words, amount, ...more, receiptIds },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  }

  const undo = async (id: ExpenseId, { reason = 'Typed twice', ...options } = anyReason) =>
    testApp.call(undoExpense, {
      cookie: await cookie(),
      params: { id },
      body: { reason },
      ...options,
    });
  const correct = async (
    id: ExpenseId,
    changes: Partial<RequestOf<typeof correctExpense>['body']> = {},
  ) =>
    testApp.call(correctExpense, {
      cookie: await cookie(),
      params: { id },
      body: { ...words, revision: 0, reason: 'Read it wrongly', ...changes },
    });
  const releaseRest = async (
    id: NominationId,
    { reason = 'It cost less', ...options } = anyReason,
  ) =>
    testApp.call(releaseLeftovers, {
      cookie: await cookie(),
      params: { id },
      body: { reason },
      ...options,
    });
  const release = async (id: AllocationId) =>
    testApp.call(releaseAllocation, {
      cookie: await cookie(),
      params: { id },
      body: { reason: 'A mistake' },
    });

  /** What each allocation of a need holds and has spent, oldest first. */
  function shares(nominationId: NominationId) {
    return testApp.db
      .selectFrom('allocations')
      .select(['amountCents', 'spentCents'])
      .where('nominationId', '=', nominationId)
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ amountCents, spentCents }) => [amountCents, spentCents]));
  }

  function balance(nominationId: NominationId) {
    return testApp.db
      .selectFrom('nominations')
      .select(['allocatedCents as allocated', 'spentCents as spent'])
      .where('id', '=', nominationId)
      .executeTakeFirstOrThrow();
  }

  function available(donationId: DonationId) {
    return testApp.db
      .selectFrom('donations')
      .select(['amountCents', 'allocatedCents'])
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow()
      .then(({ amountCents, allocatedCents }) => amountCents - allocatedCents);
  }

  return {
    cookie,
    aNeed,
    aNeedOf,
    spend,
    correct,
    undo,
    releaseRest,
    release,
    shares,
    balance,
    available,
  };
}
