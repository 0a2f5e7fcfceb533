import { expect } from 'vitest';
import type {
  AllocationId,
  CauseId,
  DonationId,
  ExpenseId,
  NominationId,
  SubjectId,
} from '#contract/ids.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { AppError } from '#server/platform/errors.ts';
import type { TestApp } from '#test/support/app.ts';
import type { LedgerModel, Outcome } from '#test/support/ledger-model.ts';
import type { fc } from '#test/support/seed.ts';

/** An id that does not exist. */
export const unknownId = newId<SubjectId>();

// Steps contain numbers, which a run resolves to one of the items that exist by then; this number resolves to
// none.
export const unknown = 30;

/** The number of an item in a list; one past the end for {@link unknown}. */
export function pick(list: unknown[], number: number): number {
  return number === unknown || list.length === 0 ? list.length : number % list.length;
}

/** A key that only this sequence uses. */
export function keyOf({ keyPrefix }: RealLedger, key: string | null): string | null {
  return key === null ? null : `${keyPrefix}-${key}`;
}

/** The real system next to the model: the n-th id here is the n-th entry there. */
export interface RealLedger {
  testApp: TestApp;
  actor: TeamMember;
  causeIds: CauseId[];
  donationIds: DonationId[];
  nominationIds: NominationId[];
  allocationIds: AllocationId[];
  expenseIds: ExpenseId[];
  /** Keeps the keys of one sequence apart from those of another. */
  keyPrefix: string;
}

/** A step of a sequence: done in both systems, then compared. */
export type Step = fc.AsyncCommand<LedgerModel, RealLedger>;

/** Does it in the real system, and compares the outcome. */
export async function expectSame(
  expected: Outcome,
  real: RealLedger,
  work: () => Promise<{ id: AllocationId } | null>,
): Promise<void> {
  let actual: Outcome;
  try {
    const done = await work();
    if (done && !real.allocationIds.includes(done.id)) real.allocationIds.push(done.id);
    actual = done ? { allocation: real.allocationIds.indexOf(done.id) } : {};
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    actual = { refused: error.code };
  }
  expect(actual).toEqual(expected);
}

/** A step that is followed by a comparison of all balances. */
export function step(
  name: string,
  run: (model: LedgerModel, real: RealLedger) => Promise<void>,
): Step {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await expectSameBalances(model, real);
    },
    toString: () => name,
  };
}

async function expectSameBalances(model: LedgerModel, real: RealLedger): Promise<void> {
  const { db } = real.testApp;
  const donations = await db
    .selectFrom('donations')
    .select([
      'id',
      'amountCents as amount',
      'returnedCents',
      'allocatedCents as allocated',
      'deficitCents',
    ])
    .where('causeId', 'in', real.causeIds)
    .execute();
  const nominations = await db
    .selectFrom('nominations')
    .select(['id', 'allocatedCents as allocated', 'spentCents as spent'])
    .where('causeId', 'in', real.causeIds)
    .execute();
  const byId = <T extends { id: string }>(ids: string[], rows: T[]) =>
    [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  expect(byId(real.donationIds, donations)).toEqual(
    model.donations.map(({ amount, allocated, returned }, index) => ({
      id: real.donationIds[index],
      amount,
      returnedCents: returned,
      allocated,
      deficitCents: Math.max(0, allocated + returned - amount),
    })),
  );
  expect(byId(real.nominationIds, nominations)).toEqual(
    model.nominations.map(({ allocated }, index) => ({
      id: real.nominationIds[index],
      allocated,
      spent: model.spentOf(index),
    })),
  );
}
