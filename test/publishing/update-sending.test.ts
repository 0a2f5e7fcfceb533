import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NominationId, UpdateId } from '#contract/ids.ts';
import { resendMail, resumeMail } from '#contract/operations/outbox.ts';
import { sendContactMessage } from '#contract/publishing/contact.ts';
import { unpublishFile, updateFile, withdrawConsent } from '#contract/publishing/files.ts';
import { unsubscribe } from '#contract/publishing/subscriptions.ts';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import { publish, unpublish } from '#server/publishing/public-pages/commands.ts';
import { requestMailing } from '#server/publishing/updates/jobs.ts';
import { useTestApp } from '#test/support/app.ts';
import { endGrace } from '#test/support/decisions.ts';
import {
  aCause,
  anAcceptedNomination,
  anAdministrator,
  aPerson,
  signIn,
} from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aExpense, publishNeed } from '#test/support/proof.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import {
  aFollower,
  aNeedWithDonors,
  anUnsubscribeToken,
  aPublishedUpdate,
  aShare,
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
async function whileReserved(work: () => Promise<void>) {
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

/** Waits until this many mails of a need were recalled, and has them written again as the schedule does. */
async function written(nominationId: NominationId, count: number) {
  const recalled = async () =>
    (await recipients(nominationId)).filter(({ queuedAt }) => queuedAt === null);
  await expect.poll(recalled, { timeout: 60_000 }).toHaveLength(count);
  await testApp.db.transaction().execute((trx) => requestMailing(trx, testApp.boss));
}
const recipients = (nominationId: NominationId) =>
  testApp.db
    .selectFrom('updateRecipients')
    .innerJoin('updates', 'updates.id', 'updateId')
    .select('queuedAt')
    .where('nominationId', '=', nominationId)
    .execute();

describe('between publishing and sending', () => {
  test('an opt-out is respected', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000, 5_000);
    const [out = aPerson(), stays = aPerson()] = donors;
    await whileReserved(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId);
      await queued(id);
      const token = await anUnsubscribeToken(testApp, out.email);
      await testApp.call(unsubscribe, { body: { token } });
    });
    await updateTo(stays.email);
    await settledMailing(nominationId, { total: 2, waiting: 0, sent: 2, failed: 0 });
    expect(server.to(out.email).filter(isUpdate)).toEqual([]);
  });

  test('a follower who has unsubscribed is respected', async () => {
    const { nominationId } = await aNeedWithDonors(testApp);
    const [out, stays] = [aPerson().email, aPerson().email];
    for (const email of [out, stays]) {
      await aFollower(testApp, nominationId, email);
    }
    await whileReserved(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId);
      await queued(id);
      const token = await anUnsubscribeToken(testApp, out);
      await testApp.call(unsubscribe, { body: { token } });
    });
    await updateTo(stays);
    await settledMailing(nominationId, { total: 2, waiting: 0, sent: 2, failed: 0 });
    expect(server.to(out).filter(isUpdate)).toEqual([]);
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
    await whileReserved(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId, { fileIds: [one.id, other.id] });
      await queued(id);
      const withdrawal = { params: { id: one.id }, body: { reason: 'She called.' } };
      await testApp.call(withdrawConsent, { cookie, ...withdrawal });
    });
    await written(nominationId, 2);
    const { mail } = await updateTo(donors[0]?.email ?? '');
    expect(mail.attachments).toHaveLength(1);
    expect(mail.html).toContain('A furnace in a cellar');
    expect(`${mail.html}${mail.text}`).not.toContain('Maria');
  });

  test('a receipt that is no longer public is neither attached nor mentioned', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const receipt = { nominationId, kind: 'receipt', content: await pdf(['Furnace']) } as const;
    const { id: receiptId } = await aPublishedFile(testApp, receipt);
    await whileReserved(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId, { fileIds: [receiptId] });
      await queued(id);
      await testApp.call(unpublishFile, { cookie, params: { id: receiptId } });
    });
    await written(nominationId, 2);
    const { mail } = await updateTo(donors[0]?.email ?? '');
    expect(mail.attachments).toEqual([]);
    expect(`${mail.html}${mail.text}`).not.toContain('attached');
    await settledMailing(nominationId, { total: 2, waiting: 0, sent: 2, failed: 0 });
  });

  test('money that was spent meanwhile is not called unspent', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    await whileReserved(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId);
      await queued(id);
      await aExpense(testApp, { nominationId, amount: 4_000 });
    });
    // What the nominator reads is still true.
    await written(nominationId, 1);
    const { mail } = await updateTo(donors[0]?.email ?? '');
    expect(mail.text).toContain('$40.00 spent');
    expect(mail.text).not.toContain('not spent yet');
  });

  test('mails about a hidden page are held back until it is published again', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const actor = await anAdministrator(testApp);
    await whileReserved(async () => {
      const { id } = await aPublishedUpdate(testApp, nominationId);
      await queued(id);
      await unpublish(testApp.db, actor, nominationId);
    });
    await expect
      .poll(() => recipients(nominationId), { timeout: 60_000 })
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

test('a nominator reads of a decision first, and only then the news', async () => {
  const nominator = aPerson();
  const donor = aPerson();
  const { id: causeId } = await aCause(testApp);
  const nominationId = await anAcceptedNomination(testApp, { causeId, person: nominator });
  await publishNeed(testApp, nominationId);
  await aShare(testApp, { causeId, nominationId }, donor, 4_000);
  await aPublishedUpdate(testApp, nominationId);
  // Nobody else waits for that.
  await updateTo(donor.email);
  await settledMailing(nominationId, { total: 2, waiting: 1, sent: 1, failed: 0 });
  const subjects = () => server.to(nominator.email).map(({ mail }) => mail.subject ?? '');
  expect(subjects().filter((subject) => !subject.includes('received'))).toEqual([]);

  await endGrace(testApp);
  // What the schedule does every minute.
  await testApp.db.transaction().execute((trx) => requestMailing(trx, testApp.boss));
  await updateTo(nominator.email);
  await settledMailing(nominationId, { waiting: 0, sent: 2 });
  expect(subjects().slice(-2)).toEqual([
    expect.stringContaining('was accepted'),
    expect.stringContaining('The furnace is in'),
  ]);
});

test('a permanently refused mail counts as failed, and as sent once it was resent', async () => {
  const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
  const { email } = donors[0] ?? aPerson();
  await server.waitFor(email);
  expect(server.to(email)).toHaveLength(1);
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
