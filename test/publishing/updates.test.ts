import { describe, expect, test } from 'vitest';
import type { NominationId, UpdateId } from '#contract/ids.ts';
import { publishFile, updateFile, withdrawConsent } from '#contract/publishing/files.ts';
import { getNeed, listNeeds } from '#contract/publishing/needs.ts';
import {
  deleteUpdate,
  previewUpdate,
  publishUpdate,
  saveUpdate,
} from '#contract/publishing/updates.ts';
import { unpublish } from '#server/publishing/public-pages/commands.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { useTestApp } from '#test/support/app.ts';
import { decide } from '#test/support/decisions.ts';
import { aNomination, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import { aDraft, aNeedWithDonors, aPublishedUpdate, aShare, words } from '#test/support/updates.ts';
import { aFile, aPublishedFileWithoutPage, details } from '#test/support/upload.ts';

const testApp = useTestApp();
const publish = async (id: UpdateId) =>
  testApp.call(publishUpdate, { cookie: await signIn(testApp), params: { id } });
const preview = async (id: UpdateId) =>
  (await testApp.call(previewUpdate, { cookie: await signIn(testApp), params: { id } })).body;
const need = async (id: NominationId) => (await testApp.call(getNeed, { params: { id } })).body;
const recipients = (updateId: UpdateId) =>
  testApp.db
    .selectFrom('updateRecipients')
    .select(['email', 'role', 'firstName'])
    .where('updateId', '=', updateId)
    .orderBy('role')
    .orderBy('email')
    .execute();

describe('publishing', () => {
  test('goes to every donor with money in the need once, and to the nominator', async () => {
    const { causeId, nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const [several = aPerson()] = donors;
    // A single cent counts.
    const once = aPerson();
    await aShare(testApp, { causeId, nominationId }, once, 1, 100);
    // The same person again, with the address written differently.
    const shouting = { ...several, email: several.email.toUpperCase(), firstName: 'Gracie' };
    await aShare(testApp, { causeId, nominationId }, shouting, 500, 10_000);
    const update = await aPublishedUpdate(testApp, nominationId);
    expect(update.mailing?.total).toBe(3);
    const invited = await recipients(update.id);
    expect(invited.map(({ email, role }) => [email, role])).toEqual([
      ...[several.email, once.email].toSorted().map((email) => [email, 'donor']),
      [invited.at(-1)?.email, 'nominator'],
    ]);
    // Anybody can type anybody's address, so a known donor keeps their name.
    expect(invited.find(({ email }) => email === several.email)?.firstName).toBe(several.firstName);
  });

  test('goes neither to people who have opted out nor a second time to a nominator who is also a donor', async () => {
    const { causeId, nominationId, donors } = await aNeedWithDonors(testApp, 4_000, 1_000);
    const { email } = await testApp.db
      .selectFrom('nominations')
      .select('email')
      .where('id', '=', nominationId)
      .executeTakeFirstOrThrow();
    await aShare(testApp, { causeId, nominationId }, { ...aPerson(), email }, 100);
    const [out = aPerson(), stays = aPerson()] = donors;
    await testApp.db.insertInto('mailOptOuts').values({ email: out.email }).execute();
    const draft = await aDraft(testApp, nominationId);
    expect(await preview(draft.id)).toMatchObject({ donors: 2, nominator: false, optedOut: 1 });
    await publish(draft.id);
    expect((await recipients(draft.id)).map((each) => each.email)).toEqual(
      [stays.email, email].toSorted(),
    );
  });

  test('twice, even at the same moment, sends once; then nothing can be changed', async () => {
    const { nominationId } = await aNeedWithDonors(testApp, 4_000);
    const { id } = await aDraft(testApp, nominationId);
    const answers = await Promise.all([publish(id), publish(id), publish(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = await publish(id);
    expect(again.body.publishedAt).toBe(answers[0]?.body.publishedAt);
    expect(await recipients(id)).toHaveLength(2);
    const cookie = await signIn(testApp);
    const refusals = [
      await testApp.call(saveUpdate, { cookie, params: { id }, body: { ...words, fileIds: [] } }),
      await testApp.call(deleteUpdate, { cookie, params: { id } }),
    ];
    for (const { error } of refusals) expect(error.code).toBe('already_published');
  });

  test('is refused with everything that is in the way, which the preview also lists', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await aNomination(testApp);
    const secret = await aFile(testApp, { nominationId, content: await picture() });
    const expired = await aPublishedFileWithoutPage(testApp, {
      nominationId,
      content: await picture(),
    });
    const withdrawn = await aPublishedFileWithoutPage(testApp, {
      nominationId,
      content: await picture(),
    });
    await testApp.call(withdrawConsent, {
      cookie,
      params: { id: withdrawn.id },
      body: { reason: 'She called.' },
    });
    await testApp.db
      .updateTable('files')
      .set({ consentUntil: '2026-01-31', caption: 'The old furnace' })
      .where('id', '=', expired.id)
      .execute();
    const fileIds = [secret.id, expired.id, withdrawn.id];
    const { id } = await aDraft(testApp, nominationId, { fileIds });
    const refused = async (...obstacles: string[]) => {
      expect((await preview(id)).obstacles.toSorted()).toEqual(obstacles.toSorted());
      const answer = await publish(id);
      expect([answer.status, answer.error.code]).toEqual([409, 'not_publishable']);
      for (const obstacle of obstacles) expect(answer.error.message).toContain(obstacle);
      expect(await recipients(id)).toEqual([]);
    };
    const files = [
      'Publish a photo first, or remove it from this update.',
      'The consent for the photo "The old furnace" ended on 01/31/2026: ask again, or remove it from this update.',
      'The consent for the photo "The new furnace" was withdrawn: remove it from this update.',
    ];
    await refused('Accept this nomination first.', ...files);
    const actor = await anAdministrator(testApp);
    await changeNominationStatus(
      testApp.db,
      actor,
      { id: nominationId, action: 'accept' },
      testApp.mailer,
    );
    await refused(
      'Publish the public page of this nomination first: the email leads to it.',
      ...files,
    );
  });

  test('waits for the completion that it tells about', async () => {
    const nominationId = await aPublishedNeed(testApp);
    const { id } = await aDraft(testApp, nominationId, { kind: 'completed' });
    const obstacle = 'Complete this nomination first: the email says that it is completed.';
    expect((await preview(id)).obstacles).toEqual([obstacle]);
    expect((await publish(id)).error).toMatchObject({ code: 'not_publishable', message: obstacle });
    await decide(testApp, nominationId, 'complete');
    expect((await publish(id)).status).toBe(200);
  });
});

describe('the preview', () => {
  test('is the email with its pictures inside, the share of a donor, and no secret', async () => {
    const { nominationId } = await aNeedWithDonors(testApp, 4_000);
    const photo = await aPublishedFileWithoutPage(testApp, {
      nominationId,
      content: await picture(),
    });
    const { id } = await aDraft(testApp, nominationId, { fileIds: [photo.id] });
    const { html, text, subject, ...audience } = await preview(id);
    expect(audience).toEqual({
      donors: 1,
      nominator: true,
      nominatorWaits: false,
      followers: 0,
      optedOut: 0,
      obstacles: [],
    });
    expect(subject).toBe('Test: A furnace for a family: The furnace is in');
    expect(html).toMatch(/<img src="data:image\/jpeg;base64,[\w+/=]+" alt="A furnace in a cellar"/);
    expect(html).not.toMatch(/<script|cid:|src="http/);
    expect(html).toContain('$40.00 of your $40.00 donation of');
    expect(text).toContain('It is warm.');
    expect(`${html}${text}`).not.toMatch(/#[\w-]{20,}/);
  });

  test('of a need without donors is the email to the nominator', async () => {
    const { id } = await aDraft(testApp, await aPublishedNeed(testApp));
    const { text, donors, nominator } = await preview(id);
    expect([donors, nominator]).toEqual([0, true]);
    expect(text).toContain('which you nominated');
    expect(text).not.toContain('your donation');
  });
});

describe('the public page', () => {
  test('shows updates oldest first, with those of their files that are public at that moment', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await aPublishedNeed(testApp);
    const photo = await aPublishedFileWithoutPage(testApp, {
      nominationId,
      content: await picture(),
    });
    const receipt = await aPublishedFileWithoutPage(testApp, {
      nominationId,
      kind: 'receipt',
      content: await pdf(['19.99']),
    });
    const video = await aFile(testApp, { nominationId, kind: 'video', content: mp4() });
    await aFile(testApp, { nominationId, stillOf: video.id, content: await picture() });
    await testApp.call(updateFile, { cookie, params: { id: video.id }, body: details });
    await testApp.call(publishFile, { cookie, params: { id: video.id } });
    const fileIds = [video.id, receipt.id, photo.id];
    const first = await aPublishedUpdate(testApp, nominationId, { fileIds });
    const second = await aPublishedUpdate(testApp, nominationId);
    const { updates, photos } = await need(nominationId);
    expect(updates.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(updates[0]).toMatchObject({ ...words, publishedAt: first.publishedAt, photos });
    expect(updates[0]?.receipts.map(({ id }) => id)).toEqual([receipt.id]);
    expect(updates[0]?.videos[0]?.still?.sources.length).toBeGreaterThan(0);

    const withdrawal = { params: { id: photo.id }, body: { reason: 'She called.' } };
    await testApp.call(withdrawConsent, { cookie, ...withdrawal });
    expect((await need(nominationId)).updates[0]?.photos).toEqual([]);
  });

  test('says that it did not work out while that is the latest state', async () => {
    const nominationId = await aPublishedNeed(testApp);
    const state = async () => (await need(nominationId)).state;
    const listed = async (wanted: 'open' | 'completed' | 'did_not_work_out') => {
      const { body } = await testApp.call(listNeeds, { query: { limit: 500, state: wanted } });
      return body.some(({ id }) => id === nominationId);
    };
    expect([await state(), await listed('open')]).toEqual(['open', true]);
    await aPublishedUpdate(testApp, nominationId, { kind: 'did_not_work_out' });
    await aPublishedUpdate(testApp, nominationId, { kind: 'progress' });
    expect([await state(), await listed('did_not_work_out'), await listed('open')]).toEqual([
      'did_not_work_out',
      true,
      false,
    ]);
    await changeNominationStatus(
      testApp.db,
      await anAdministrator(testApp),
      { id: nominationId, action: 'complete' },
      testApp.mailer,
    );
    expect([await state(), await listed('did_not_work_out')]).toEqual(['completed', false]);
  });

  test('that is hidden hides its updates', async () => {
    const nominationId = await aPublishedNeed(testApp);
    await aPublishedUpdate(testApp, nominationId);
    await unpublish(testApp.db, await anAdministrator(testApp), nominationId);
    expect((await testApp.call(getNeed, { params: { id: nominationId } })).status).toBe(404);
  });
});
