import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAllocation } from '#contract/spending/allocations.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { budgets } from '#test/budgets.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPair, signIn } from '#test/support/factories.ts';
import { statementsOf } from '#test/support/statements.ts';

const testApp = useTestApp({ own: true, checksEach: true });

test.each([
  ['an allocation', undefined],
  ['an allocation with an Idempotency-Key', randomUUID()],
] as const)('%s takes no more statements than it needs', async (name, idempotencyKey) => {
  // Mail is not sent meanwhile.
  await testApp.boss.offWork(mailQueue.name);
  const { donationId, nominationId } = await aPair(testApp);
  const cookie = await signIn(testApp);
  const statements = await statementsOf(async () => {
    const answer = await testApp.call(createAllocation, {
      body: { amount: 4_000, donationId, nominationId },
      cookie,
      ...(idempotencyKey && { idempotencyKey }),
    });
    expect(answer.status).toBe(201);
  });
  expect(statements.map(({ text }) => text)).toHaveLength(budgets.statements[name]);
});
