import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UpdateId } from '#contract/ids.ts';
import { sendContactMessage } from '#contract/operations/contact.ts';
import { resendMail, resumeMail } from '#contract/operations/mail.ts';
import { updateFile, withdrawConsent } from '#contract/publishing/files.ts';
import { unsubscribe } from '#contract/publishing/subscriptions.ts';
import { pauseMail } from '#server/operations/mail/commands.ts';
import { publish, unpublish } from '#server/publishing/public-pages/commands.ts';
import { requestMailing } from '#server/publishing/updates/jobs.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { picture } from '#test/support/sample-files.ts';
import {
  aNeedWithDonors,
  anUnsubscribeToken,
  aPublishedUpdate,
  isUpdate,
  mailsOfUpdates,
} from '#test/support/updates.ts';
import { aPublishedFile, details } from '#test/support/upload.ts';

const server = await aMailServer();
const testApp = useTestApp({ env: { SMTP_URL: server.url } });
let cookie = '';
beforeAll(async () => {
  await server.start();
  cookie = await signIn(testApp);
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const { updateTo, mailing, settledMailing } = mailsOfUpdates(testApp, server);

/** Runs something while mail is queued but held back, then releases it. */
async function whileHeld(work: () => Promise<void>) {
  await testApp.db.transaction().execute((trx) => pauseMail(trx, 'A test.'));
  await work();
  await testApp.call(resumeMail, { cookie });
  // Any new mail wakes the queue.
  await testApp.call(sendContactMessage, { body: { email: aPerson().email, message: 'Hello' } });
}
const queued = (updateId: UpdateId) =>
  expect
    .poll(
      () =>
        testApp.db
          .selectFrom('updateRecipients')
          .select('id')
          .where('updateId', '=', updateId)
          .where('queuedAt', 'is', null)
          .execute(),
      { timeout: 60_000 },
    )
    .toEqual([]);

describe('between publishing and sending', () => {
  test('an opt-out is respected', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000, 5_000);
    const [out = aPerson(), stays = aPerson()] = donors;
    await whileHeld(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId);
      await queued(id);
      const token = await anUnsubscribeToken(testApp, out.email);
      await testApp.call(unsubscribe, { body: { token } });
    });
    await updateTo(stays.email);
    await settledMailing(nominationId, { total: 2, waiting: 0, sent: 2, failed: 0 });
    expect(server.to(out.email).filter(isUpdate)).toEqual([]);
  });

  test('a photo whose consent is withdrawn is left out, along with its caption', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const [one, other] = [
      await aPublishedFile(testApp, { nominationId, content: await picture() }),
      await aPublishedFile(testApp, { nominationId, content: await picture() }),
    ];
    await testApp.call(updateFile, {
      cookie,
      params: { id: one.id },
      body: { ...details, caption: 'Maria herself', alternativeText: 'Maria at the door' },
    });
    await whileHeld(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId, { fileIds: [one.id, other.id] });
      await queued(id);
      const withdrawal = { params: { id: one.id }, body: { reason: 'She called.' } };
      await testApp.call(withdrawConsent, { cookie, ...withdrawal });
    });
    const { mail } = await updateTo(donors[0]?.email ?? '');
    expect(mail.attachments).toHaveLength(1);
    expect(mail.html).toContain('A furnace in a cellar');
    expect(`${mail.html}${mail.text}`).not.toContain('Maria');
  });

  test('mails about a hidden page are held back until it is published again', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const actor = await anAdministrator(testApp);
    await whileHeld(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId);
      await queued(id);
      await unpublish(testApp.db, actor, nominationId);
    });
    const isBack = () =>
      testApp.db
        .selectFrom('updateRecipients')
        .innerJoin('updates', 'updates.id', 'updateId')
        .select('queuedAt')
        .where('nominationId', '=', nominationId)
        .execute();
    await expect
      .poll(isBack, { timeout: 60_000 })
      .toEqual([{ queuedAt: null }, { queuedAt: null }]);
    expect(await mailing(nominationId)).toMatchObject({ total: 2, waiting: 2, sent: 0 });
    await publish(testApp.db, actor, nominationId);
    // What the schedule does every minute.
    await testApp.db.transaction().execute((trx) => requestMailing(trx, testApp.boss));
    await updateTo(donors[0]?.email ?? '');
    await settledMailing(nominationId, { waiting: 0, sent: 2 });
    expect(server.to(donors[0]?.email ?? '').filter(isUpdate)).toHaveLength(1);
  });
});

test('a permanently refused mail counts as failed, and as sent once it was resent', async () => {
  const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
  const { email } = donors[0] ?? aPerson();
  await vi.waitFor(() => expect(server.to(email)).toHaveLength(1), { timeout: 60_000 });
  server.recipientCode = (address) => (address === email ? 550 : undefined);
  await aPublishedUpdate(testApp, nominationId);
  await settledMailing(nominationId, { total: 2, waiting: 0, sent: 1, failed: 1 });
  server.recipientCode = () => undefined;
  const { id } = await testApp.db
    .selectFrom('deadMails')
    .select('id')
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow();
  expect((await testApp.call(resendMail, { cookie, params: { id } })).status).toBe(204);
  await updateTo(email);
  await settledMailing(nominationId, { total: 2, waiting: 0, sent: 2, failed: 0 });
});
