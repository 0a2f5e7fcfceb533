import { expect, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import { deleteFile } from '#contract/publishing/files.ts';
import { createFile } from '#contract/publishing/uploads.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { untilWaiting } from '#test/support/locks.ts';

const testApp = useTestApp();

test('a video that is deleted while it gets another still picture is in nobody’s way', async () => {
  const cookie = await signIn(testApp);
  const nominationId = await anAcceptedNomination(testApp);
  const start = (what: { kind: 'video' } | { kind: 'photo'; stillOf: FileId }) =>
    testApp.call(createFile, { cookie, body: { nominationId, bytes: 5_000, ...what } });
  const { body: video } = await start({ kind: 'video' });
  const still = { kind: 'photo', stillOf: video.id } as const;
  const { body: first } = await start(still);
  const calls = await testApp.db.transaction().execute(async (trx) => {
    await trx.selectFrom('files').select('id').where('id', '=', first.id).forUpdate().execute();
    const replaced = start(still);
    await untilWaiting(testApp, 1);
    const deleted = testApp.call(deleteFile, { cookie, params: { id: video.id } });
    await untilWaiting(testApp, 2);
    return [replaced, deleted] as const;
  });
  const [replaced, deleted] = await Promise.all(calls);
  // The video was deleted with it, perhaps before it could be shown.
  expect([201, 404]).toContain(replaced.status);
  expect(deleted.status).toBe(204);
});
