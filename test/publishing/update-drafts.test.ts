import { describe, expect, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import {
  createUpdate,
  deleteUpdate,
  listUpdates,
  saveUpdate,
} from '#contract/publishing/updates.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { deleteFile } from '#server/publishing/files/commands.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, anAdministrator, signIn } from '#test/support/factories.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { aDraft, words } from '#test/support/updates.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp();

describe('a draft', () => {
  test('is created, changed, listed newest first, and deleted', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp);
    const fileIds = [await aReceipt(testApp, nominationId), await aReceipt(testApp, nominationId)];
    const first = await aDraft(testApp, nominationId, { fileIds });
    expect(first).toMatchObject({
      ...words,
      nominationId,
      fileIds,
      publishedAt: null,
      mailing: null,
    });
    const second = await aDraft(testApp, nominationId);
    const body = {
      ...words,
      kind: 'completed',
      text: 'Done.',
      fileIds: fileIds.toReversed(),
    } as const;
    const saved = await testApp.call(saveUpdate, { cookie, params: { id: first.id }, body });
    expect(saved).toMatchObject({ status: 200, body });
    const list = async () =>
      (await testApp.call(listUpdates, { cookie, params: { id: nominationId } })).body;
    expect(await list()).toEqual([second, saved.body]);
    const removed = await testApp.call(deleteUpdate, { cookie, params: { id: second.id } });
    expect(removed.status).toBe(204);
    expect(await list()).toEqual([saved.body]);
  });

  test('is created once, no matter how often it is sent with its key', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp);
    const request = {
      cookie,
      params: { id: nominationId },
      idempotencyKey: newId(),
    };
    const sent = await Promise.all(
      Array.from({ length: 4 }, () =>
        testApp.call(createUpdate, { ...request, body: { ...words, fileIds: [] } }),
      ),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    const other = { ...words, title: 'Another title', fileIds: [] };
    expect(await testApp.call(createUpdate, { ...request, body: other })).toMatchObject({
      status: 422,
      error: { code: 'idempotency_key_reused' },
    });
    const { body } = await testApp.call(listUpdates, { cookie, params: { id: nominationId } });
    expect(body).toHaveLength(1);
  });

  test('accepts only files of its nomination, each once', async () => {
    const cookie = await signIn(testApp);
    const nominationId = await anAcceptedNomination(testApp);
    const own = await aReceipt(testApp, nominationId);
    const foreign = await aReceipt(testApp, await anAcceptedNomination(testApp));
    for (const fileIds of [[foreign], [own, foreign], [newId<FileId>()]]) {
      const answer = await testApp.call(createUpdate, {
        cookie,
        params: { id: nominationId },
        body: { ...words, fileIds },
      });
      expect(answer).toMatchObject({ status: 409, error: { code: 'file_unusable' } });
    }
    expect((await aDraft(testApp, nominationId, { fileIds: [own, own] })).fileIds).toEqual([own]);
  });

  test('loses a file that is deleted', async () => {
    const nominationId = await anAcceptedNomination(testApp);
    const [kept, gone] = [
      await aReceipt(testApp, nominationId),
      await aReceipt(testApp, nominationId),
    ];
    await aDraft(testApp, nominationId, { fileIds: [gone, kept] });
    await deleteFile(testApp.db, await anAdministrator(testApp), gone);
    const { body } = await testApp.call(listUpdates, {
      cookie: await signIn(testApp),
      params: { id: nominationId },
    });
    expect(body[0]?.fileIds).toEqual([kept]);
  });

  test('is on no public page', async () => {
    const nominationId = await aPublishedNeed(testApp);
    await aDraft(testApp, nominationId, { kind: 'did_not_work_out' });
    expect((await testApp.call(getNeed, { params: { id: nominationId } })).body).toMatchObject({
      updates: [],
      state: 'open',
    });
  });
});
