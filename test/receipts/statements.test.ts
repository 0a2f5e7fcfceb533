import { expect, test } from 'vitest';
import { createDonation } from '#contract/giving/donations.ts';
import { mailWorker } from '#server/operations/outbox/jobs.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import { budgets } from '#test/budgets.ts';
import { useTestApp } from '#test/support/app.ts';
import { aCause, aPerson } from '#test/support/factories.ts';
import { statementsOf } from '#test/support/statements.ts';

// On a busy day, the process waits for the database, statement after statement.
const testApp = useTestApp({ own: true });

test('a gift takes no more statements than it needs', async () => {
  const { boss, call, request, inbox } = testApp;
  const { id: causeId } = await aCause(testApp);
  const person = aPerson();
  const body = { amount: 10_000, causeId, ...person };
  // Nobody takes the receipt from the queue while the gift is counted.
  await boss.offWork(mailQueue.name);

  let url = '';
  const started = await statementsOf(async () => {
    const answer = await call(createDonation, { body, idempotencyKey: 'one-gift' });
    expect(answer.status).toBe(201);
    url = new URL(answer.body.url).pathname;
  });
  const paid = await statementsOf(async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await request({ method: 'POST', url, headers, payload: 'outcome=paid' });
    expect(answer.statusCode).toBe(303);
  });
  const sent = await statementsOf(async () => {
    await mailWorker.start({ ...testApp, transport: createMailTransport(testApp.config) });
    await inbox.waitFor(person.email, 'Thank you');
    await boss.offWork(mailQueue.name);
  });

  expect(texts(started)).toHaveLength(budgets.statements['starting a donation']);
  expect(texts(paid)).toHaveLength(budgets.statements['paying a donation']);
  // Each of six workers asks for mail, and one has some.
  expect(texts(sent).filter((text) => !text.startsWith('WITH next'))).toHaveLength(
    budgets.statements['mailing a receipt'],
  );
});

function texts(statements: { text: string }[]): string[] {
  return statements.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100));
}
