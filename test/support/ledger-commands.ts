import { pino } from 'pino';
import type { NominationAction } from '#core/vetting/nomination-status.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { release } from '#server/spending/allocations/release.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { aCheckout, aDonation, aNomination } from '#test/support/factories.ts';
import type { AllocateInput, LedgerModel } from '#test/support/ledger-model.ts';
import {
  expectSame,
  keyOf,
  pick,
  type RealLedger,
  type Step,
  step,
  unknown,
  unknownId,
} from '#test/support/ledger-steps.ts';
import {
  disputeStep,
  refundStep,
  replaceStep,
  requestRefundStep,
} from '#test/support/return-commands.ts';
import { fc } from '#test/support/seed.ts';
import {
  releaseLeftoversStep,
  spendStep,
  spendTheRestStep,
  undoStep,
} from '#test/support/spend-commands.ts';

/** How every sequence begins, so that there is money to move and somebody to receive it. */
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

/** Every step that may follow in a sequence. */
export const steps: fc.Arbitrary<Step>[] = (() => {
  // Mostly one cause, because money moves only within a cause.
  const cause = fc.constantFrom(0, 0, 0, 1);
  const donation = fc.nat({ max: unknown });
  const nomination = fc.nat({ max: unknown });
  const allocation = fc.nat({ max: unknown });
  const given = fc.integer({ min: 100, max: 2_000 });
  const amount = fc.integer({ min: 1, max: 800 });
  const key = fc.constantFrom(null, null, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const action = fc.constantFrom<NominationAction>('accept', 'reject', 'reject', 'complete');
  const event = fc.constantFrom('again', 'new id', 'expired', 'wrong amount');
  return [
    fc.tuple(cause, given).map((picked) => donateStep(...picked)),
    cause.map(nominateStep),
    fc.tuple(nomination, action).map((picked) => changeStatusStep(...picked)),
    // Accepting and allocating more often than chance would: without them, no money moves.
    nomination.map((picked) => changeStatusStep(picked, 'accept')),
    fc.record({ amount, donation, nomination, key }).map(allocateStep),
    fc.tuple(donation, nomination).map((picked) => allocateTheRestStep(...picked)),
    fc.tuple(allocation, fc.boolean()).map((picked) => repeatStep(...picked)),
    fc.tuple(allocation, key).map((picked) => releaseStep(...picked)),
    fc.tuple(donation, event).map((picked) => paymentEventStep(...picked)),
    fc.record({ allocation, donation, amount }).map(replaceStep),
    fc
      .tuple(donation, donation, fc.constantFrom('stays', 'fails'))
      .map((picked) => refundStep(...picked)),
    fc
      .tuple(donation, donation, fc.constantFrom('won', 'lost'))
      .map((picked) => disputeStep(...picked)),
    fc.tuple(donation, amount).map((picked) => requestRefundStep(...picked)),
    fc.tuple(nomination, amount).map((picked) => spendStep(...picked)),
    nomination.map(spendTheRestStep),
    allocation.map(undoStep),
    nomination.map(releaseLeftoversStep),
  ];
})();

function donateStep(cause: number, amount: number): Step {
  return step(`donate ${amount} to cause ${cause}`, async (model, real) => {
    model.addDonation(cause, amount);
    const causeId = real.causeIds[cause] ?? unknownId;
    real.donationIds.push(await aDonation(real.testApp, { amount, causeId }));
  });
}

function nominateStep(cause: number): Step {
  return step(`nominate for cause ${cause}`, async (model, real) => {
    model.addNomination(cause);
    const causeId = real.causeIds[cause] ?? unknownId;
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

/** Everything that is left, so that the limit is often reached; one cent too much if nothing is left. */
function allocateTheRestStep(from: number, to: number): Step {
  return step(`allocate the rest of donation ${from} to nomination ${to}`, (model, real) => {
    const donation = pick(model.donations, from);
    const nomination = pick(model.nominations, to);
    return runAllocate(model, real, {
      amount: Math.max(1, model.available(donation)),
      donation,
      nomination,
      key: null,
    });
  });
}

/** Repeats the call that made an allocation, with its key: unchanged, or with a different amount. */
function repeatStep(number: number, isChanged: boolean): Step {
  return step(`repeat the call of allocation ${number}, changed: ${isChanged}`, (model, real) => {
    const made = model.allocations[pick(model.allocations, number)];
    if (!made) return Promise.resolve();
    const { held: _, ...input } = made;
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

/** What a provider may report later about a donation, or wrongly about a checkout. None of it moves a cent. */
function paymentEventStep(number: number, kind: string): Step {
  return step(`payment event for donation ${number}: ${kind}`, async (model, real) => {
    const donation = pick(model.donations, number);
    const id = real.donationIds[donation];
    if (!id) return;
    const amount = model.donations[donation]?.amount ?? 0;
    const causeId = real.causeIds[0] ?? unknownId;
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
    allocate(real.testApp.db, real.actor, request, keyOf(real, input.key), real.testApp.settings),
  );
}

/** A paid event, or an expired one if there is no amount. */
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
          paidAt: new Date(),
          isReal: false,
          paymentIntentId,
        },
    testApp.mailer,
    pino({ level: 'silent' }),
  );
}
