import fc from 'fast-check';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { NominationAction } from '#core/nomination-status.ts';
import { allocate, release } from '#server/features/allocations/commands.ts';
import { changeNominationStatus } from '#server/features/nominations/commands.ts';
import { handlePaymentEvent } from '#server/features/payments/commands.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Administrator } from '#server/http/session.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCheckout, aDonation, aNomination } from '#test/support/factories.ts';
import type { AllocateInput, LedgerModel, Outcome } from '#test/support/ledger-model.ts';

const unknownId = '00000000-0000-7000-8000-000000000000';

// Steps hold numbers, which a run turns into one of the things there are by then; this number is none of them.
const unknown = 30;

function pick(list: unknown[], number: number): number {
  return number === unknown || list.length === 0 ? list.length : number % list.length;
}

function keyOf({ keyPrefix }: RealLedger, key: string | null): string | null {
  return key === null ? null : `${keyPrefix}-${key}`;
}

/** The real system beside the model: the n-th id here is the n-th entry there. */
export interface RealLedger {
  testApp: TestApp;
  actor: Administrator;
  causeIds: string[];
  donationIds: string[];
  nominationIds: string[];
  allocationIds: string[];
  /** Keeps the keys of one sequence apart from those of another. */
  keyPrefix: string;
}

/** A step of a sequence: done in both, then compared. */
type Step = fc.AsyncCommand<LedgerModel, RealLedger>;

/** How every sequence opens, so that there is money to move and somebody to give it to. */
export const opening = (): Step[] => [
  donateStep(0, 2_000),
  donateStep(0, 500),
  donateStep(1, 1_000),
  nominateStep(0),
  nominateStep(0),
  nominateStep(1),
  changeStatusStep(0, 'accept'),
  changeStatusStep(1, 'accept'),
];

/** Every step that a sequence may go on with. */
export const steps: fc.Arbitrary<Step>[] = (() => {
  // Mostly one cause: money only moves within it.
  const cause = fc.constantFrom(0, 0, 0, 1);
  const donation = fc.nat({ max: unknown });
  const nomination = fc.nat({ max: unknown });
  const allocation = fc.nat({ max: unknown });
  const gift = fc.integer({ min: 100, max: 2_000 });
  const amount = fc.integer({ min: 1, max: 800 });
  const key = fc.constantFrom(null, null, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const action = fc.constantFrom<NominationAction>('accept', 'reject', 'reject', 'complete');
  const event = fc.constantFrom('again', 'new id', 'expired', 'wrong amount');
  return [
    fc.tuple(cause, gift).map((picked) => donateStep(...picked)),
    cause.map(nominateStep),
    fc.tuple(nomination, action).map((picked) => changeStatusStep(...picked)),
    // Accepting and allocating oftener than chance would: without them no money moves.
    nomination.map((picked) => changeStatusStep(picked, 'accept')),
    fc.record({ amount, donation, nomination, key }).map(allocateStep),
    fc.tuple(donation, nomination).map((picked) => allocateTheRestStep(...picked)),
    fc.tuple(allocation, fc.boolean()).map((picked) => repeatStep(...picked)),
    fc.tuple(allocation, key).map((picked) => releaseStep(...picked)),
    fc.tuple(donation, event).map((picked) => paymentEventStep(...picked)),
  ];
})();

function donateStep(cause: number, amount: number): Step {
  return step(`donate ${amount} to cause ${cause}`, async (model, real) => {
    model.addDonation(cause, amount);
    const causeId = real.causeIds[cause] ?? '';
    real.donationIds.push(await aDonation(real.testApp, { amount, causeId }));
  });
}

function nominateStep(cause: number): Step {
  return step(`nominate for cause ${cause}`, async (model, real) => {
    model.addNomination(cause);
    const causeId = real.causeIds[cause] ?? '';
    real.nominationIds.push(await aNomination(real.testApp, { causeId }));
  });
}

function changeStatusStep(number: number, action: NominationAction): Step {
  return step(`${action} nomination ${number}`, async (model, real) => {
    const nomination = pick(model.nominations, number);
    const expected = model.changeStatus(nomination, action);
    const { db, mailer } = real.testApp;
    const id = real.nominationIds[nomination] ?? unknownId;
    await expectSame(expected, real, async () => {
      await changeNominationStatus(db, real.actor, { id, action }, mailer);
      return null;
    });
  });
}

function allocateStep(input: AllocateInput): Step {
  return step(`allocate ${JSON.stringify(input)}`, (model, real) =>
    runAllocate(model, real, {
      ...input,
      donation: pick(model.donations, input.donation),
      nomination: pick(model.nominations, input.nomination),
    }),
  );
}

/** All that is left, so that the border is met often; one cent too much where nothing is left. */
function allocateTheRestStep(from: number, to: number): Step {
  return step(`allocate the rest of donation ${from} to nomination ${to}`, (model, real) => {
    const donation = pick(model.donations, from);
    const { amount = 1, allocated = 0 } = model.donations[donation] ?? {};
    const nomination = pick(model.nominations, to);
    return runAllocate(model, real, {
      amount: Math.max(1, amount - allocated),
      donation,
      nomination,
      key: null,
    });
  });
}

/** The call that made an allocation once more, with its key: as it was, or asking for another cent. */
function repeatStep(number: number, isChanged: boolean): Step {
  return step(`repeat the call of allocation ${number}, changed: ${isChanged}`, (model, real) => {
    const made = model.allocations[pick(model.allocations, number)];
    if (!made) return Promise.resolve();
    const { isReleased: _, ...input } = made;
    return runAllocate(model, real, { ...input, amount: made.amount + (isChanged ? 1 : 0) });
  });
}

function releaseStep(number: number, key: string | null): Step {
  return step(`release allocation ${number}, key ${key}`, async (model, real) => {
    const allocation = pick(model.allocations, number);
    const expected = model.release(allocation, key);
    const id = real.allocationIds[allocation] ?? unknownId;
    const input = { id, reason: 'model test' };
    await expectSame(expected, real, () =>
      release(real.testApp.db, real.actor, input, keyOf(real, key)),
    );
  });
}

/** What a provider may tell later on about a donation, or wrongly about a checkout. None of it moves a cent. */
function paymentEventStep(number: number, kind: string): Step {
  return step(`payment event for donation ${number}: ${kind}`, async (model, real) => {
    const donation = pick(model.donations, number);
    const id = real.donationIds[donation];
    if (!id) return;
    const amount = model.donations[donation]?.amount ?? 0;
    const causeId = real.causeIds[0] ?? '';
    if (kind === 'again') await sendEvent(real, id, `evt_${id}`, amount);
    else if (kind === 'new id') await sendEvent(real, id, `evt_more_${id}`, amount);
    else if (kind === 'expired') await sendEvent(real, id, `evt_late_${id}`, null);
    else {
      const checkoutId = await aCheckout(real.testApp, { amount: 500, causeId });
      await sendEvent(real, checkoutId, `evt_wrong_${checkoutId}`, 50_000);
    }
  });
}

async function runAllocate(model: LedgerModel, real: RealLedger, input: AllocateInput) {
  const expected = model.allocate(input);
  const request = {
    amount: input.amount,
    donationId: real.donationIds[input.donation] ?? unknownId,
    nominationId: real.nominationIds[input.nomination] ?? unknownId,
  };
  await expectSame(expected, real, () =>
    allocate(real.testApp.db, real.actor, request, keyOf(real, input.key)),
  );
}

/** A paid event, or an expired one when there is no amount. */
function sendEvent(
  { testApp }: RealLedger,
  checkoutId: string,
  eventId: string,
  amount: number | null,
) {
  const common = { provider: 'test', eventId, checkoutId };
  const paymentIntentId = `pi_${checkoutId}`;
  return handlePaymentEvent(
    testApp.db,
    amount === null
      ? { ...common, type: 'expired', kind: 'expired' }
      : {
          ...common,
          type: 'paid',
          kind: 'paid',
          amountCents: amount,
          currency: 'usd',
          paymentIntentId,
        },
    testApp.mailer,
    pino({ level: 'silent' }),
  );
}

async function expectSame(
  expected: Outcome,
  real: RealLedger,
  work: () => Promise<{ id: string } | null>,
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

function step(name: string, run: (model: LedgerModel, real: RealLedger) => Promise<void>): Step {
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
    .select(['id', 'amountCents as amount', 'returnedCents', 'allocatedCents as allocated'])
    .where('causeId', 'in', real.causeIds)
    .execute();
  const nominations = await db
    .selectFrom('nominations')
    .select(['id', 'allocatedCents as allocated'])
    .where('causeId', 'in', real.causeIds)
    .execute();
  const byId = <T extends { id: string }>(ids: string[], rows: T[]) =>
    [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  expect(byId(real.donationIds, donations)).toEqual(
    model.donations.map(({ amount, allocated }, index) => ({
      id: real.donationIds[index],
      amount,
      returnedCents: 0,
      allocated,
    })),
  );
  expect(byId(real.nominationIds, nominations)).toEqual(
    model.nominations.map(({ allocated }, index) => ({ id: real.nominationIds[index], allocated })),
  );
}
