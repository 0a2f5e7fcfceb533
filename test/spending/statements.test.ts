import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAllocation } from '#contract/spending/allocations.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { useTestApp } from '#test/support/app.ts';
import { aPair, signIn } from '#test/support/factories.ts';
import { statementsOf } from '#test/support/statements.ts';

const testApp = useTestApp({ own: true, checksEach: true });

// Whoever needs one more raises a number here and says why in the commit.
test.each([
  ['without a key', undefined, 10],
  ['with an Idempotency-Key', randomUUID(), 14],
])('an allocation %s takes no more statements than it needs', async (_, idempotencyKey, most) => {
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
  expect(statements.map(({ text }) => text)).toHaveLength(most);
});
