import type { RequestOf } from '#contract/endpoint.ts';
import { createDonation } from '#contract/giving/donations.ts';
import { type CauseId, type PlanId, planId } from '#contract/ids.ts';
import { testPaymentPath } from '#contract/pages.ts';
import type { PlanInterval } from '#core/plans/plans.ts';
import type { TestApp } from '#test/support/app.ts';
import { aCause, aPerson } from '#test/support/factories.ts';

/** A recurring donation by test payments, whose first payment has come; returns its id. */
export async function aTestPlan(
  testApp: TestApp,
  {
    amount = 2_500,
    interval = 'monthly',
    causeId,
    person = aPerson(),
    ...more
  }: {
    amount?: number;
    interval?: PlanInterval;
    causeId?: CauseId;
    person?: ReturnType<typeof aPerson>;
  } & Partial<RequestOf<typeof createDonation>['body']> = {},
): Promise<PlanId> {
  const { body } = await testApp.call(createDonation, {
    body: { amount, causeId: causeId ?? (await aCause(testApp)).id, interval, ...person, ...more },
  });
  const id = planId.parse(body.url.split('/').at(-1));
  await pressOnTestPage(testApp, id, 'outcome=paid');
  return id;
}

/** What a press on the page of a test payment does. */
export function pressOnTestPage({ app }: TestApp, id: PlanId, payload: string) {
  return app.inject({
    method: 'POST',
    url: testPaymentPath(id),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  });
}
