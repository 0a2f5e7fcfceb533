import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NominationId } from '#contract/ids.ts';
import { listNeeds } from '#contract/publishing/needs.ts';
import {
  confirmFollow,
  followNeed,
  subscribeAgain,
  unsubscribe,
} from '#contract/publishing/subscriptions.ts';
import { previewUpdate } from '#contract/publishing/updates.ts';
import { cleanUp } from '#server/operations/upkeep/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { mailsToMailbox } from '#server/platform/misuse/mail-limit.ts';
import { followWorker } from '#server/publishing/subscriptions/jobs.ts';
import { hasOptedOut } from '#server/publishing/subscriptions/queries.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aMailServer, type ReceivedMail } from '#test/support/mail-server.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { mailsQueuedFor, requestsAreDone } from '#test/support/queued-mail.ts';
import { expectSameWork } from '#test/support/same-work.ts';
import {
  aDraft,
  aNeedWithDonors,
  anUnsubscribeToken,
  aPublishedUpdate,
  aShare,
  headerOf,
  isUpdate,
  mailsOfUpdates,
} from '#test/support/updates.ts';

const server = await aMailServer();
const publicUrl = 'https://give.example';
const testApp = useTestApp({ env: { SMTP_URL: server.url, PUBLIC_URL: publicUrl } });
beforeAll(() => server.start());
beforeEach(() => server.reset());
afterAll(() => server.stop());
const { updateTo, settledMailing } = mailsOfUpdates(testApp, server);

const follow = (id: NominationId, email: string) =>
  testApp.call(followNeed, { params: { id }, body: { email } });
const confirm = (token: string) => testApp.call(confirmFollow, { body: { token } });

/** The secret of the link that asks an address to confirm. */
async function tokenFor(email: string): Promise<string> {
  const { mail } = await server.until(`request to ${email}`, () =>
    server.to(email).findLast(isRequest),
  );
  return /\/follow\?need=[\w-]+#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
}
const isRequest = ({ mail }: ReceivedMail) => /\/follow\?/.test(mail.text ?? '');

async function aFollower(id: NominationId, email = aPerson().email): Promise<string> {
  await follow(id, email);
  expect((await confirm(await tokenFor(email))).status).toBe(200);
  return email;
}
const followersOf = (email: string) =>
  testApp.db
    .selectFrom('followers')
    .select(['nominationId', 'confirmedAt'])
    .where('email', '=', email.toLowerCase())
    .execute();

/** Every text in the database that is or contains this address. */
async function traces(email: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(testApp.db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql`select 1 from ${sql.table(name)} as line
      where strpos(lower(line::text), ${email.toLowerCase()}) > 0`.execute(testApp.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('following a need', () => {
  test('begins with the link in the mail, and its updates come until one press ends them', async () => {
    const id = await aPublishedNeed(testApp, { publicName: 'Warm coats' });
    const { email } = aPerson();
    expect(await follow(id, email.toUpperCase())).toMatchObject({
      status: 200,
      body: {
        message: expect.stringContaining('it is on its way. We send only a few such emails a day'),
      },
    });
    const token = await tokenFor(email);
    const [request] = server.to(email);
    expect(request?.mail.subject).toBe('Test: Please confirm that you want to follow "Warm coats"');
    expect(request?.mail.text).toContain('You asked to follow "Warm coats" on Everycent.');
    expect(request?.mail.text).not.toMatch(/gift|your donation/);
    await aPublishedUpdate(testApp, id);
    await settledMailing(id, { total: 1, sent: 1 });
    expect(server.to(email).filter(isUpdate)).toEqual([]);

    for (let presses = 0; presses < 2; presses++) {
      expect((await confirm(token)).body.need).toEqual({ id, name: 'Warm coats' });
    }
    await aPublishedUpdate(testApp, id, { title: 'The coats are here' });
    const received = await updateTo(email);
    const { text = '', subject } = received.mail;
    expect(subject).toBe('Test: Warm coats: The coats are here');
    expect(text).toContain('Hello,');
    expect(text).toContain('There is news about "Warm coats". You asked to follow it.');
    expect(text).toContain('You are receiving this email because you asked to follow this need.');
    expect(text).not.toMatch(/gift|your donation|Dear donor|\/gift#/);
    expect(headerOf(received, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = /<(.*)>/.exec(headerOf(received, 'list-unsubscribe'))?.[1] ?? '';
    await testApp.request({ method: 'POST', url: link.slice(publicUrl.length) });
    expect(await followersOf(email)).toEqual([]);
    await aPublishedUpdate(testApp, id, { title: 'More coats' });
    await settledMailing(id, { total: 1, sent: 1 });
    expect(server.to(email).filter(isUpdate)).toHaveLength(1);
  });

  test('is forgotten with the last press: the address is nowhere anymore', async () => {
    const id = await aPublishedNeed(testApp);
    const email = await aFollower(id);
    await aPublishedUpdate(testApp, id);
    const { mail } = await updateTo(email);
    const token = /\/unsubscribe#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    await settledMailing(id, { total: 2, sent: 2 });
    expect(await traces(email)).toContain('followers');
    for (let presses = 0; presses < 2; presses++) {
      expect(await testApp.call(unsubscribe, { body: { token } })).toMatchObject({
        status: 200,
        body: { isForgotten: true },
      });
    }
    expect(await traces(email)).toEqual([]);
    // The number of mails stays true.
    await settledMailing(id, { total: 2, sent: 2 });
    expect(await testApp.call(subscribeAgain, { body: { token } })).toMatchObject({
      status: 400,
      error: { code: 'invalid_token', message: expect.stringContaining('deleted') },
    });
  });

  test('does not change what a donor gets, and a donor is not mailed twice', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const email = await aFollower(nominationId, donors[0]?.email);
    await aPublishedUpdate(testApp, nominationId);
    const { mail } = await updateTo(email);
    expect(mail.text).toContain('Your donation is part of it:');
    await settledMailing(nominationId, { total: 2, waiting: 0 });
    expect(server.to(email).filter(isUpdate)).toHaveLength(1);
    // A donor who unsubscribes is remembered, because the donation is.
    const token = /\/unsubscribe#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
    const { body } = await testApp.call(unsubscribe, { body: { token } });
    expect(body.isForgotten).toBe(false);
    expect([await hasOptedOut(testApp.db, email), await followersOf(email)]).toEqual([true, []]);
  });

  test('works for a donor who has opted out: they get this need, as a follower, and no other', async () => {
    const { causeId, nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const [donor = aPerson()] = donors;
    await testApp.call(unsubscribe, {
      body: { token: await anUnsubscribeToken(testApp, donor.email) },
    });
    await aFollower(nominationId, donor.email);
    await aPublishedUpdate(testApp, nominationId);
    const { mail } = await updateTo(donor.email);
    expect(mail.text).toContain('You asked to follow it.');
    expect(mail.text).not.toContain('your donation is part');
    const other = await aPublishedNeed(testApp, { causeId });
    await aShare(testApp, { causeId, nominationId: other }, donor, 1_000);
    await aPublishedUpdate(testApp, other);
    await settledMailing(other, { total: 1, sent: 1 });
    expect(server.to(donor.email).filter(isUpdate)).toHaveLength(1);
  });
});

describe('a request to follow', () => {
  test('has the same answer and the same work for every address', async () => {
    const id = await aPublishedNeed(testApp);
    const following = await aFollower(id);
    const { email: unknown } = aPerson();
    await expectSameWork(
      testApp,
      [following, unknown].map((email) => () => follow(id, email)),
      followWorker,
    );
    await requestsAreDone(testApp, followWorker.queue);
    expect(await mailsQueuedFor(testApp, unknown)).toBe(1);
    expect((await followersOf(following))[0]?.confirmedAt).not.toBeNull();
    // The one that was confirmed.
    expect(await mailsQueuedFor(testApp, following)).toBe(1);
  });

  test('is mailed to one address at most three times a day', async () => {
    const id = await aPublishedNeed(testApp);
    const { email } = aPerson();
    for (let count = 0; count < 6; count++) {
      expect((await follow(id, email)).status).toBe(200);
    }
    await requestsAreDone(testApp, followWorker.queue);
    expect(await mailsQueuedFor(testApp, email)).toBe(mailsToMailbox.follow);
  });

  test('is deleted with its address if nobody confirms it in three days', async () => {
    const id = await aPublishedNeed(testApp);
    const [late, confirmed] = [aPerson().email, await aFollower(id)];
    await follow(id, late);
    const token = await tokenFor(late);
    const age = (days: number) =>
      testApp.db
        .updateTable('followers')
        .set({ requestedAt: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where('email', 'in', [late, confirmed])
        .execute();
    await age(2.9);
    await cleanUp(testApp.db);
    expect(await followersOf(late)).toHaveLength(1);
    await age(3.1);
    expect((await confirm(token)).error.code).toBe('invalid_token');
    await cleanUp(testApp.db);
    expect(await followersOf(late)).toEqual([]);
    expect(await followersOf(confirmed)).toHaveLength(1);
  });

  test('is refused for a need that is not public or not open', async () => {
    const { email } = aPerson();
    for (const id of [newId<NominationId>(), await anAcceptedNomination(testApp)]) {
      expect((await follow(id, email)).status).toBe(404);
    }
    const done = await aPublishedNeed(testApp);
    const actor = await anAdministrator(testApp);
    const input = { id: done, action: 'complete' } as const;
    await changeNominationStatus(testApp.db, actor, input, testApp.mailer);
    expect(await follow(done, email)).toMatchObject({
      status: 409,
      error: { code: 'need_not_open' },
    });
    expect(await followersOf(email)).toEqual([]);
  });

  test.each(['', 'nobody', 'a@b@c.example'])('needs an address, which %j is not', async (email) => {
    const id = await aPublishedNeed(testApp);
    expect(await follow(id, email)).toMatchObject({
      status: 400,
      error: { fields: { email: expect.any(String) } },
    });
  });

  test('is confirmed by its link alone', async () => {
    const id = await aPublishedNeed(testApp);
    const { email } = aPerson();
    await follow(id, email);
    const token = await tokenFor(email);
    for (const wrong of [token.slice(1), `${token}A`, token.toLowerCase(), ' ', '%']) {
      expect((await confirm(wrong)).error.code).toBe('invalid_token');
    }
    expect((await followersOf(email))[0]?.confirmedAt).toBeNull();
    const { body } = await testApp.call(listNeeds, { query: {} });
    expect(JSON.stringify(body)).not.toContain(email);
  });
});

test('the preview of an update counts followers', async () => {
  const { nominationId } = await aNeedWithDonors(testApp, 4_000);
  await aFollower(nominationId);
  const { id } = await aDraft(testApp, nominationId);
  const { body } = await testApp.call(previewUpdate, {
    cookie: await signIn(testApp),
    params: { id },
  });
  expect(body).toMatchObject({ donors: 1, nominator: true, followers: 1, optedOut: 0 });
});
