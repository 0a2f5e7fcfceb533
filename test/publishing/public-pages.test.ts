import { beforeAll, describe, expect, test } from 'vitest';
import type { FileId, NominationId } from '#contract/ids.ts';
import {
  getPublicPage,
  publishNomination,
  savePublicPage,
  unpublishNomination,
} from '#contract/publishing/public-pages.ts';
import { updateNomination } from '#contract/vetting/nominations.ts';
import { nominationStatuses } from '#core/vetting/nomination-status.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aNominationThatIs, anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { trail } from '#test/support/trail.ts';
import { aReceipt } from '#test/support/upload.ts';

const testApp = useTestApp();
const unknown = anyId('00000000-0000-7000-8000-000000000000');

let cookie: string;
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const texts = {
  publicName: 'A family on the north side',
  summary: 'Their furnace failed in January.',
  story: 'Three grandchildren and one warm room.\n\nNow all of them are warm.',
  coverFileId: null as FileId | null,
};
const save = (id: NominationId, changes: Partial<typeof texts> = {}) =>
  testApp.call(savePublicPage, { cookie, params: { id }, body: { ...texts, ...changes } });
const show = (id: NominationId) => testApp.call(getPublicPage, { cookie, params: { id } });
const publish = (id: NominationId) => testApp.call(publishNomination, { cookie, params: { id } });
const unpublish = (id: NominationId) =>
  testApp.call(unpublishNomination, { cookie, params: { id } });

describe('the public page of a nomination', () => {
  test('is empty at first, is written, published, changed, and unpublished', async () => {
    const id = await anAcceptedNomination(testApp);
    expect((await show(id)).body).toEqual({
      nominationId: id,
      publicName: '',
      summary: '',
      story: '',
      coverFileId: null,
      isPublished: false,
      isVisible: false,
      publishedAt: null,
    });
    expect(await publish(id)).toMatchObject({ status: 409, error: { code: 'not_publishable' } });
    expect((await save(id)).body).toMatchObject({ ...texts, isPublished: false });
    const published = await publish(id);
    expect(published.body).toMatchObject({ isPublished: true, publishedAt: expect.any(String) });
    // Publishing again changes nothing.
    expect((await publish(id)).body).toEqual(published.body);
    const changed = await save(id, { summary: 'They are warm.' });
    expect(changed.body).toEqual({ ...published.body, summary: 'They are warm.' });
    expect((await unpublish(id)).body).toMatchObject({ isPublished: false });
    // It keeps its place in the lists when it is published again.
    expect((await publish(id)).body).toEqual(changed.body);
    const items = await trail(testApp, { subjectId: id });
    expect(items.map(({ action }) => action).filter((action) => /page/.test(action))).toEqual([
      'public_page.published',
      'public_page.unpublished',
      'public_page.saved',
      'public_page.published',
      'public_page.saved',
    ]);
  });

  test.each(nominationStatuses)('of a %s nomination', async (status) => {
    const id = await aNominationThatIs(testApp, status);
    await save(id);
    const canBe = status === 'accepted' || status === 'completed';
    expect((await publish(id)).status).toBe(canBe ? 200 : 409);
  });

  test('disappears when the nomination is rejected', async () => {
    const id = await anAcceptedNomination(testApp);
    await save(id);
    await publish(id);
    const body = { isRejected: true, isAccepted: false };
    await testApp.call(updateNomination, { cookie, params: { id }, body });
    expect((await show(id)).body.isPublished).toBe(false);
  });

  test('has a photo of its own nomination as cover, or none', async () => {
    const id = await anAcceptedNomination(testApp);
    const photo = await aReceipt(testApp, id);
    const refused = { status: 409, error: { code: 'cover_unusable' } };
    expect(await save(id, { coverFileId: photo })).toMatchObject(refused);
    expect(await save(id, { coverFileId: unknown })).toMatchObject(refused);
    await testApp.db.updateTable('files').set({ kind: 'photo' }).where('id', '=', photo).execute();
    expect((await save(id, { coverFileId: photo })).body.coverFileId).toBe(photo);
    const other = await anAcceptedNomination(testApp);
    expect(await save(other, { coverFileId: photo })).toMatchObject(refused);
    await testApp.db.deleteFrom('files').where('id', '=', photo).execute();
    expect((await show(id)).body.coverFileId).toBeNull();
  });

  test('of an unknown nomination is not found', async () => {
    for (const call of [save, show, publish, unpublish]) {
      expect((await call(unknown)).status).toBe(404);
    }
    expect((await unpublish(await anAcceptedNomination(testApp))).status).toBe(200);
  });

  test('requires a name, a summary, and a story', async () => {
    const id = await anAcceptedNomination(testApp);
    for (const field of ['publicName', 'summary', 'story']) {
      const { status, error } = await save(id, { [field]: ' ' });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
    }
  });
});
