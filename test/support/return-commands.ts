import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { DonationId } from '#contract/ids.ts';
import { handlePaymentEvent } from '#server/payments/payments/handle-payment-event.ts';
import { requestRefund } from '#server/payments/refunds/request-refund.ts';
import type { DisputeFact, RefundFact } from '#server/provider/payment-provider/provider.ts';
import { replace } from '#server/spending/allocations/replace.ts';
import type { TestApp } from '#test/support/app.ts';
import { expectSame, pick, type Step, step, unknownId } from '#test/support/ledger-steps.ts';

const silent = pino({ level: 'silent' });

/** A provider's report about returned money of a donation; everything not given has its usual value. */
type Told = Partial<RefundFact> | Partial<DisputeFact>;

/** Reports a refund or dispute of a donation made by `aDonation` to the application, as a provider would. */
export async function tellReturn(
  testApp: TestApp,
  donationId: DonationId,
  told: Told,
): Promise<void> {
  const common = { paymentIntentId: `pi_${donationId}`, amountCents: 100, currency: 'usd' };
  const fact: RefundFact | DisputeFact =
    told.kind === 'dispute'
      ? {
          ...common,
          kind: 'dispute',
          disputeId: randomUUID(),
          status: 'open',
          withdrawnCents: told.amountCents ?? 100,
          reinstatedCents: 0,
          ...told,
        }
      : {
          ...common,
          refundId: randomUUID(),
          status: 'succeeded',
          ...(told as Partial<RefundFact>),
          kind: 'refund',
        };
  const event = {
    provider: testApp.payments.name,
    eventId: randomUUID(),
    type: fact.kind,
    ...fact,
  };
  await handlePaymentEvent(testApp.db, event, testApp.mailer, silent);
}

export function replaceStep(picked: {
  allocation: number;
  donation: number;
  amount: number;
}): Step {
  return step(`replace ${JSON.stringify(picked)}`, async (model, real) => {
    const allocation = pick(model.allocations, picked.allocation);
    const donation = pick(model.donations, picked.donation);
    const { amount } = picked;
    const expected = model.replace({ allocation, donation, amount });
    const id = real.allocationIds[allocation] ?? unknownId;
    const donationId = real.donationIds[donation] ?? unknownId;
    const input = { id, donationId, amount, reason: 'model test' };
    await expectSame(expected, real, () =>
      replace(real.testApp.db, real.actor, input, null, real.testApp.settings),
    );
  });
}

/** Money that the provider says was returned, wherever it is; a refund that fails comes back immediately. */
export function refundStep(number: number, amountCents: number, end: string): Step {
  return step(`refund ${amountCents} of donation ${number}: ${end}`, async (model, real) => {
    const donation = pick(model.donations, number);
    const id = real.donationIds[donation];
    if (!id) return;
    const refundId = randomUUID();
    const refund = { kind: 'refund', refundId, amountCents } as const;
    if (end === 'stays') model.refundElsewhere(donation, amountCents);
    await tellReturn(real.testApp, id, refund);
    if (end === 'fails') await tellReturn(real.testApp, id, { ...refund, status: 'failed' });
  });
}

export function disputeStep(number: number, amountCents: number, end: 'won' | 'lost'): Step {
  return step(`dispute ${amountCents} of donation ${number}: ${end}`, async (model, real) => {
    const donation = pick(model.donations, number);
    const id = real.donationIds[donation];
    if (!id) return;
    const dispute = { kind: 'dispute', disputeId: randomUUID(), amountCents } as const;
    if (end === 'lost') model.return(donation, amountCents);
    await tellReturn(real.testApp, id, dispute);
    const reinstatedCents = end === 'won' ? amountCents : 0;
    await tellReturn(real.testApp, id, { ...dispute, status: end, reinstatedCents });
  });
}

export function requestRefundStep(number: number, amount: number): Step {
  return step(`ask for a refund of ${amount} of donation ${number}`, async (model, real) => {
    const donation = pick(model.donations, number);
    const expected = model.refund(donation, amount);
    const { db, payments, mailer } = real.testApp;
    const donationId = real.donationIds[donation] ?? unknownId;
    const input = { donationId, amount, reason: 'model test' };
    await expectSame(expected, real, async () => {
      await requestRefund(db, real.actor, input, null, payments, mailer);
      return null;
    });
  });
}
