import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { mailWorker } from '#server/operations/outbox/jobs.ts';
import type { Worker } from '#server/platform/jobs/queue.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';
import type { Answer, TestApp } from '#test/support/app.ts';
import { statementsOf } from '#test/support/statements.ts';

/**
 * Fails unless all of these calls get the same answer after the same statements. What jobs do later is no part of the
 * answer: the worker of their queue stands still meanwhile, and is started afterwards.
 */
export async function expectSameWork(
  testApp: TestApp,
  calls: (() => Promise<Answer<Endpoint>>)[],
  worker: Worker<TestApp>,
): Promise<void> {
  // Mail that is sent at the same time has statements, too.
  for (const { name } of [worker.queue, mailQueue]) await testApp.boss.offWork(name);
  const seen: unknown[] = [];
  for (const call of calls) {
    let answer: unknown;
    const statements = await statementsOf(async () => {
      const { status, body } = await call();
      answer = { status, body };
    });
    seen.push({ answer, statements: statements.map(({ text }) => text) });
  }
  await mailWorker.start({ ...testApp, transport: createMailTransport(testApp.config) });
  await worker.start(testApp);
  expect(seen[0]).toMatchObject({ answer: { status: 200 } });
  expect(seen).toEqual(seen.map(() => seen[0]));
}
